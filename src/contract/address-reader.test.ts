import { expect, test } from "vitest";
import { addressReader, count, oneOf, text } from "./address-reader.ts";

const read = addressReader({ code: text, tab: oneOf("batch", "sets"), page: count });

test("valid parameters are read unchanged", () => {
  expect(read({ code: "250.00", tab: "sets", page: "3" })).toEqual({ code: "250.00", tab: "sets", page: 3 });
});

test("unknown, repeated or misspelled parameters count as absent", () => {
  expect(read({ code: ["a", "b"], tab: "SETS", other: "x", page: "-1" })).toEqual({});
  for (const page of ["1.5", "x", "", ["1"]]) expect(read({ page })).toEqual({});
  expect(Object.keys(read({}))).toEqual([]);
});
