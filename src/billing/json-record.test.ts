import { expect, test } from "vitest";
import { ownValue } from "./json-record.ts";

test("a name from outside finds only what the table has", () => {
  const table = { known: "words" };
  expect(ownValue(table, "known")).toBe("words");
  for (const name of ["constructor", "toString", "__proto__", ""])
    expect(ownValue(table, name)).toBeUndefined();
});
