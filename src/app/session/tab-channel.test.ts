import { expect, it } from "vitest";
import { parseTabMessage } from "./tab-channel.ts";

it("only well-formed messages between tabs are taken", () => {
  expect(parseTabMessage({ kind: "locked", more: "x" })).toEqual({ kind: "locked" });
  const signedIn = { kind: "signed-in", userName: "casey" };
  expect(parseTabMessage(signedIn)).toEqual(signedIn);
  const others = [null, undefined, "locked", 1, [], {}, { kind: "unlocked" }, { kind: "signed-in" }];
  for (const other of [...others, { kind: "signed-in", userName: { toLowerCase: 1 } }])
    expect(parseTabMessage(other)).toBeUndefined();
});
