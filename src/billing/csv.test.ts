import { expect, test } from "vitest";
import { csvCell } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  [" \u00a0@SUM(1)", "' \u00a0@SUM(1)"],
  ["\t=1", "'\t=1"],
  ["＝HYPERLINK(1)", "'＝HYPERLINK(1)"],
  ['+cmd|" /C calc"', `"'+cmd|"" /C calc"""`],
  ["\n-2", `"'\n-2"`],
  ["\u202e=1\u2066", "'=1"],
  ["A-1", "A-1"],
  [-5, "-5"],
  [{ currency: "USD", amount: -678.5 }, "-678.50"],
  [{ currency: "JPY", amount: 1000 }, "1000"],
  [{ currency: "USD", amount: 1.005 }, "1.005"],
])("the cell %j is written as %j", (value, written) => {
  expect(csvCell(value)).toBe(written);
});
