import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { balanceOf } from "#room/billing/balance.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { accept } from "#room/contract/accept.ts";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { writeJson } from "#room/contract/written-json.ts";
import { insertRow } from "#room/features/visits/editor/draft/row-actions.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

afterAll(() => namesAre([]));

/** A decimal text in integer minor units, by its digits alone. */
function minorOf(text: string, digits: number): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  expect(fraction.length, `${text} has more digits than its currency`).toBeLessThanOrEqual(digits);
  return BigInt(`${sign}${whole}${fraction.padEnd(digits, "0")}`);
}

interface SentMoney {
  readonly currency: string;
  readonly amount: string;
}
interface SentRow {
  readonly billable?: boolean;
  readonly charge?: SentMoney;
  readonly amount?: SentMoney;
}

/** The JSON's content, with each number as the text it was written with. */
function readSent(json: string) {
  const asText = json.replaceAll(/("amount":)(-?[\d.e+-]+)/g, '$1"$2"');
  const { visitCharged } = JSON.parse(asText) as {
    visitCharged: { charges?: SentRow[]; payments?: SentRow[] };
  };
  return { charges: visitCharged.charges ?? [], payments: visitCharged.payments ?? [] };
}

const codes = ["99213", "87880", "J1100", "36415"];
const typed = ["0", "0.1", "0.3", "33.33", "1.005", "128", "99999999.99", "1,200.5", "12.5", ""];
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ member: fc.constant("cpt"), text: fc.constantFrom(...codes) }) },
  fc.record({
    member: fc.constant("quantity"),
    text: fc.constantFrom("1", "2", "3", "7", "2.5", "0.333", ""),
  }),
  fc.record({ member: fc.constant("charge.amount"), text: fc.constantFrom(...typed) }),
  fc.record({ member: fc.constant("modifier"), text: fc.constantFrom("", "25", "52") }),
  fc.record({ member: fc.constant("billable"), text: fc.constantFrom("true", "false") }),
  fc.record({ member: fc.constant("createdOn"), text: fc.constantFrom("2026-06-30", "2026-07-01") }),
  fc.record({ member: fc.constantFrom("undo", "redo", "row", "pay"), text: fc.constantFrom(...typed) }),
);

/** Two decimals, none and three. */
it.each(["USD", "JPY", "BHD"])("in %s the sums shown are the sums sent", (currency) => {
  const digits = currencyDigits(currency);
  const prices = [128.05, 24.5, 0.1, 64.115].map((amount) => Number(amount.toFixed(digits)));
  const fee = (seed: number, code: string, more: Partial<DirectoryEntry> = {}): DirectoryEntry => {
    const amount = { currency, amount: prices[seed % prices.length] ?? 1 };
    return { kind: "fee", id: buildGuid(13, seed), code, amount, ...more };
  };
  namesAre([
    fee(0, "99213", { activeTo: "2026-06-30" }),
    fee(3, "99213", { activeFrom: "2026-07-01" }),
    fee(2, "99213", { modifiers: ["52"] }),
    fee(1, "87880"),
    fee(2, "J1100"),
  ]);
  const { visitCharged, ...head } = buildEvent({ charges: 1, payments: 0 });
  const { charges: _charges, ...rest } = visitCharged;
  const blank = { ...head, visitCharged: { ...rest, charges: [], payments: [] } };
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), step), { maxLength: 16 }), (steps) => {
      const visit = openDraft(blank);
      const addLine = () => {
        const rowId = insertRow(visit, "charges");
        writeCell(visit, { list: "charges", rowId, member: "charge.currency" }, currency, "Type");
      };
      addLine();
      for (const [at, { member, text }] of steps) {
        const rowId = visit.order().charges[at % Math.max(1, visit.order().charges.length)];
        if (member === "undo") visit.undo();
        else if (member === "redo") visit.redo();
        else if (member === "row") addLine();
        else if (member === "pay") {
          const paid = insertRow(visit, "payments");
          writeCell(visit, { list: "payments", rowId: paid, member: "amount.currency" }, currency, "Type");
          writeCell(visit, { list: "payments", rowId: paid, member: "amount.amount" }, text, "Type");
        } else if (member === "createdOn") writeCell(visit, { path: "visitCharged.createdOn" }, text, "Type");
        else if (rowId !== undefined) writeCell(visit, { list: "charges", rowId, member }, text, "Type");

        const event = visit.event();
        const totals = balanceOf(event.visitCharged);
        if (!accept(autoChargedEvent, event).ok) continue;
        accepted += 1;
        const sent = readSent(writeJson(event));
        const sum = (rows: readonly SentRow[], money: (row: SentRow) => SentMoney | undefined) =>
          rows.reduce((all, row) => {
            const one = money(row);
            expect(one?.currency ?? currency).toBe(currency);
            return one ? all + minorOf(one.amount, digits) : all;
          }, 0n);
        const isBilled = ({ billable }: SentRow) => billable !== false;
        expect(totals.unreadable).toBe(0);
        expect(BigInt(totals.charges)).toBe(sum(sent.charges, ({ charge }) => charge));
        expect(BigInt(totals.billed)).toBe(sum(sent.charges.filter(isBilled), ({ charge }) => charge));
        expect(BigInt(totals.payments)).toBe(sum(sent.payments, ({ amount }) => amount));
        expect(summariseEvent(event).amountMinor).toBe(totals.billed);
        expect(totals.currency).toBe(currency);
        const digitsShown = minorMoneyText(totals.charges, currency).replaceAll(/[^\d.]/g, "");
        expect(minorOf(digitsShown, digits)).toBe(BigInt(totals.charges));
        for (const [index, row] of visit.sentRows("charges").entries()) {
          const cell = visit.text({ list: "charges", rowId: row, member: "charge.amount" });
          expect(minorOf(cell, digits)).toBe(minorOf(sent.charges[index]?.charge?.amount ?? "", digits));
        }
      }
    }),
    { numRuns: 50 },
  );
  // Enough that sums were really compared; the exact count depends on the draw.
  expect(accepted).toBeGreaterThan(20);
});
