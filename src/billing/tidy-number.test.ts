import { expect, test } from "vitest";
import { isAmount, tidyNumber } from "./tidy-number.ts";

test.each([
  ["$1,200.50", "1200.50"],
  ["1 234.50", "1234.50"],
  ["1\u00A0234", "1234"],
  ["$-5", "-5"],
  ["-$5", "-5"],
  ["$ 25", "25"],
  ["25 $", "25"],
  ["(12.00)", "-12.00"],
  ["( $12.00 )", "-12.00"],
  [" $ (12.00)", "-12.00"],
  ["$(1,200.00)", "-1200.00"],
  [" $ -   ", "0"],
  [".5", ".5"],
  ["1,234,567.89", "1234567.89"],
])("“%s” is the number %s", (typed, plain) => {
  expect(tidyNumber(typed)).toBe(plain);
  expect(isAmount(typed)).toBe(true);
});

// What could be another amount stays as it was typed, and is then a fault.
test.each([
  "128,50",
  "12 50",
  "125\n500",
  "1.200,50",
  "1.200,500",
  "0,125",
  "1234,567",
  "99213 100",
  "1 000,500",
  ",500",
  "1._000",
  "1,20",
  "(5",
  "5)",
  "(-5)",
  "1e3",
  "€100",
  "１２",
  "5-",
  "--5",
  "1 2",
  "1_2",
  "$125 $50",
  "12$50",
  "$12 $",
  "$-5$",
  "-$-5",
  "",
])("“%s” is no number", (typed) => {
  expect(tidyNumber(typed)).toBe(typed);
  expect(isAmount(typed)).toBe(false);
});
