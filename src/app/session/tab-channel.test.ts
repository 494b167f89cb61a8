import { expect, it } from "vitest";
import { parseTabMessage } from "./tab-channel.ts";

it("what a tab says is taken only when it is a message, and no further than that", () => {
  expect(parseTabMessage({ kind: "locked", more: "x" })).toEqual({ kind: "locked" });
  const signedIn = { kind: "signed-in", userName: "casey" };
  expect(parseTabMessage(signedIn)).toEqual(signedIn);
  const others = [null, undefined, "locked", 1, [], {}, { kind: "unlocked" }, { kind: "signed-in" }];
  for (const other of [...others, { kind: "signed-in", userName: { toLowerCase: 1 } }])
    expect(parseTabMessage(other)).toBeUndefined();
});
