import { refusalOf } from "#room/server/test-refusal.ts";
import { describe, expect, it } from "vitest";
import { passwordOfCasey } from "#room/server/test-server.ts";
import { checkedContinue } from "./continue-path.ts";
import { serverOfEach } from "./test-sign-in.ts";

const here = serverOfEach();

describe("continue", () => {
  const hostile = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%2fevil.example",
    "/%252f/evil.example",
    "/%5cevil.example",
    "/..//evil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    " /visits",
    "visits",
    "/visits\u0000",
    "/\u2028/evil",
    "data:text/html,x",
    `/${"x".repeat(2001)}`,
    "/%",
    "/visits list",
    "/visits%00",
    "/visits\u007f",
    "/%25252f/evil.example",
    // Decoded more often than anybody does.
    "/a%25252520b",
  ];
  it.each(hostile)("%j is refused", (path) => {
    expect(() => checkedContinue(path)).toThrow("'continue' must be a path on this site.");
  });

  it("is refused before anything is checked", async () => {
    const { status, body } = await here.auth({
      userName: "casey",
      password: passwordOfCasey,
      continue: "//evil.example",
    });
    expect(status).toBe(400);
    expect(refusalOf(body)).toMatchObject({
      errorCode: "ArgumentException",
      errors: [{ fieldName: "continue" }],
    });
  });

  it("is checked and echoed whatever Auth is asked", async () => {
    const by = { "x-ss-id": await here.server.signIn() };
    for (const request of [{}, { provider: "logout" }]) {
      const foreign = await here.auth({ ...request, continue: "https://evil.example" }, by);
      expect([foreign.status, refusalOf(foreign.body).errorCode]).toEqual([400, "ArgumentException"]);
    }
    for (const request of [{}, { provider: "logout" }])
      expect((await here.auth({ ...request, continue: "/visits" }, by)).body["referrerUrl"]).toBe("/visits");
  });

  it.each([
    "/",
    "/visits",
    "/visits/0a?tab=audit#charges",
    "/diagnosis?code=S61.411A",
    "/a%20b",
    "/a%2520b",
    "/a%252520b",
    "/50%25",
    `/${"x".repeat(1999)}`,
  ])("%j is taken", (path) => {
    expect(checkedContinue(path)).toBe(path);
  });

  it("may be missing", () => {
    expect(["", null, undefined].map(checkedContinue)).toEqual([undefined, undefined, undefined]);
  });
});
