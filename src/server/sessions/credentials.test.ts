import { expect, test } from "vitest";
import type { HandlerContext } from "#room/server/handler.ts";
import { provenUser } from "./credentials.ts";

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
