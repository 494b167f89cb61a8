import { expect, test } from "vitest";
import { paidWords } from "./paid-words.ts";

const dollars = (amount: number) => ({ amount, currency: "USD" });

test("what was refunded is not asked for again", () => {
  expect(paidWords(dollars(20), ", and waits")).toBe(
    "$20.00 was paid on it, and waits: refund it, or charge it on the right visit.",
  );
  expect(paidWords(dollars(-50))).toBe("$50.00 more was refunded on it than paid: check that refund.");
  expect(paidWords(dollars(0))).toBe("");
});
