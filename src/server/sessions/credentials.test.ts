import { expect, test } from "vitest";
import type { HandlerContext } from "#room/server/handler.ts";
import { provenUser, queued } from "./credentials.ts";
import { PasswordsBusy } from "./passwords.ts";

test.each([
  ["", "", ["userName", "password"]],
  [" ", "x", ["userName"]],
  ["casey", "", ["password"]],
])("of “%s” and “%s” are missing %j", async (userName, password, missing) => {
  // Refused before anything else is done.
  const refused = provenUser({ userName, password }, {} as HandlerContext);
  const errors = missing.map((fieldName) => expect.objectContaining({ fieldName, errorCode: "NotEmpty" }));
  await expect(refused).rejects.toMatchObject({ status: 400, errors });
});

test("whoever finds too many before them comes again", async () => {
  const fail = (error: Error) =>
    queued({ remoteAddress: "192.0.2.1" }, async () => {
      throw error;
    });
  await expect(fail(new PasswordsBusy())).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
  });
  await expect(fail(new Error("The disk is full"))).rejects.toThrow("The disk is full");
});
