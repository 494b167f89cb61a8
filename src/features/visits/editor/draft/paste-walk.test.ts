import fc from "fast-check";
import { expect, it } from "vitest";
import { chargeColumns, paymentColumns } from "#room/features/visits/editor/grid/columns.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { blockOf, insertBlock, problemsOf } from "./paste-block.ts";
import { eventFromDraft, openDraft } from "./test-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** Cents as Excel shows them, in its formats. */
const amount = fc.integer({ min: -500_000, max: 500_000 }).chain((cents) => {
  const plain = (Math.abs(cents) / 100).toFixed(2);
  const grouped = plain.replace(/\B(?=(?:\d{3})+\.)/g, ",");
  const ways =
    cents < 0
      ? [`-${plain}`, `(${plain})`, `-$${grouped}`, `($${grouped})`, ` $ (${grouped})`, `-${grouped}`]
      : [plain, `$${plain}`, `$${grouped}`, ` $ ${grouped} `, grouped, ...(cents === 0 ? [" $ -   "] : [])];
  return fc.constantFrom(...ways).map((text) => ({ text, value: cents / 100 }));
});
const same = (...texts: string[]) => fc.constantFrom(...texts).map((text) => ({ text, value: text }));

/** What a cell of a column may be, and what is then sent. */
const charges = {
  cpt: same("99213", "87880", "J7613", "0001U"),
  modifier: fc.constantFrom(
    { text: "25", value: ["25"] },
    { text: "25, 59", value: ["25", "59"] },
    { text: "rt lt", value: ["RT", "LT"] },
    { text: "25\n59", value: ["25", "59"] },
  ),
  quantity: fc.integer({ min: 1, max: 12 }).map((units) => ({ text: String(units), value: units })),
  "charge.amount": amount,
  "paid.amount": amount,
};
const payments = {
  paymentType: same("Copay", "Refund", "Deductible"),
  paymentCategory: same("Visa", "Cash, front desk", "Check"),
  "amount.amount": amount,
  notes: same("paid", 'said "later"', "Paid, thanks", "two\nlines", "a; b; c", "=1+1"),
};
const names: Readonly<Record<string, readonly string[]>> = {
  cpt: ["CPT", "Procedure code", "HCPCS"],
  modifier: ["Modifiers", "Mods", "modifier"],
  quantity: ["Qty", "Units", "Quantity"],
  "charge.amount": ["Charge", "Billed", "charge.amount"],
  "paid.amount": ["Paid", "Paid amount"],
  paymentType: ["Type", "Payment type"],
  paymentCategory: ["Category", "paymentCategory"],
  "amount.amount": ["Amount", "amount.amount"],
  notes: ["Notes", "Note"],
};

type Cell = { readonly text: string; readonly value: unknown };
const lists = { charges: [charges, chargeColumns], payments: [payments, paymentColumns] } as const;

const pasted = fc.constantFrom("charges" as const, "payments" as const).chain((list) => {
  const kinds: Readonly<Record<string, fc.Arbitrary<Cell>>> = lists[list][0];
  const all = Object.keys(kinds);
  return fc.record({
    list: fc.constant(list),
    members: fc.shuffledSubarray(all, { minLength: 2 }),
    rows: fc.array(fc.record(kinds), { minLength: 1, maxLength: 5 }),
    extra: fc.boolean(),
    naming: fc.nat(2),
    delimiter: fc.constantFrom("\t", ";", ","),
    eol: fc.constantFrom("\n", "\r\n", "\r"),
    ends: fc.boolean(),
    at: fc.nat(2),
  });
});

function sent(visit: VisitDraft): Record<string, Record<string, unknown>[]> {
  // Our own event.
  const event = eventFromDraft(visit.draft(), visit.source) as {
    visitCharged: Record<string, Record<string, unknown>[]>;
  };
  return event.visitCharged;
}

it("what is pasted is sent, and undo takes it back", () => {
  fc.assert(
    fc.property(pasted, ({ list, members, rows, extra, naming, delimiter, eol, ends, at }) => {
      const visit = openDraft(buildEvent({ charges: 3, diagnoses: 1, payments: 3 }));
      const before = structuredClone(sent(visit));
      const quoted = (text: string) =>
        text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      const heads = members.map((member) => names[member]?.[naming % (names[member]?.length ?? 1)] ?? member);
      const lines = [
        [...heads, ...(extra ? ["Account"] : [])],
        ...rows.map((row) => [
          ...members.map((member) => row[member]?.text ?? ""),
          ...(extra ? ["A-1"] : []),
        ]),
      ];
      const text = lines.map((line) => line.map(quoted).join(delimiter)).join(eol) + (ends ? eol : "");
      const columns = lists[list][1];
      const rowId = visit.order()[list][at] ?? "";
      const block = blockOf({
        list,
        at: { rowId, member: columns[0]?.member ?? "" },
        text,
        members: columns.map(({ member }) => member),
        columns,
      });
      expect(block.cells).toHaveLength(rows.length);
      expect(problemsOf(block).length > 0).toBe(extra);
      insertBlock(visit, block);
      const after = sent(visit)[list] ?? [];
      for (const [down, row] of rows.entries())
        for (const member of members) {
          const [name = "", part] = member.split(".");
          const whole = after[at + down]?.[name];
          // A money’s amount.
          const value = part === undefined ? whole : (whole as Record<string, unknown> | undefined)?.[part];
          expect(value, `${member} of ${JSON.stringify(text)}`).toEqual(row[member]?.value);
        }
      expect(after).toHaveLength(Math.max(3, at + rows.length));
      expect(after.slice(0, at)).toEqual(before[list]?.slice(0, at));
      visit.undo();
      expect(sent(visit)).toEqual(before);
    }),
    { numRuns: Number(process.env["PASTE_RUNS"] ?? 50) },
  );
});
