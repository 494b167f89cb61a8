import { describe, expect, it } from "vitest";
import { checkedContinue } from "./continue-path.ts";

describe("continue", () => {
  const hostile = [
    "https://evil.example",
    "//evil.example",
    "//site.invalid/visits",
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
