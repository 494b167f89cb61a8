import { expect, it } from "vitest";
import { arNote } from "./ar-note.ts";

const even = { charges: 20_000, billed: 20_000, paid: 2500, payments: 2500, ar: 17_500, unreadable: 0 };

it.each([
  ["nothing while A/R is the balance", {}, undefined],
  [
    "payments that stand on no charge",
    { paid: 0, ar: 20_000 },
    "$25.00 in payments isn’t applied to a charge",
  ],
  [
    "charges that say more is paid than came in",
    { paid: 120_000, ar: -100_000 },
    "Charges show $1,200.00 paid, payments total $25.00",
  ],
  ["charges that nobody is billed for", { billed: 10_000 }, "A/R includes charges that aren’t billable"],
])("says of A/R: %s", (_name, changes, words) => {
  expect(arNote({ ...even, ...changes }, "USD")).toBe(words);
});
