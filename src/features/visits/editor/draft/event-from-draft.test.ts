import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftFromEvent } from "./draft-from-event.ts";
import type { Draft } from "./draft.ts";
import { eventFromDraft } from "./test-draft.ts";

const loose = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.record(members, { requiredKeys: [] }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue(), { maxKeys: 2 }),
      fc.boolean(),
    )
    .map(([known, unknown, first]) => (first ? { ...unknown, ...known } : { ...known, ...unknown }));
const text = fc.oneof(
  fc.string(),
  fc.constant(null),
  fc.constant(""),
  fc.constant("A"),
  fc.constant("J02.9"),
);
const flag = fc.oneof(fc.boolean(), fc.constant(null));
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null));
const money = fc.oneof(loose({ currency: text, amount: number }), fc.constant(null));
const diagnosis = loose({
  icd10DiagCode: text,
  icd9DiagCode: text,
  diagCodePk: text,
  priority: number,
  snomed: text,
});
const list = (row: fc.Arbitrary<unknown>) => fc.oneof(fc.array(row, { maxLength: 4 }), fc.constant(null));
const charge = loose({
  cpt: text,
  modifier: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), fc.constant(null)),
  quantity: number,
  charge: money,
  paid: money,
  arAmount: money,
  payerId: text,
  indicatedBy: list(fc.oneof(diagnosis, fc.constant(null))),
  billable: flag,
});
const event = loose({
  eventId: text,
  visitCharged: fc.oneof(
    loose({
      visitId: text,
      version: text,
      createdUserNumber: number,
      wcDocFlag: flag,
      charges: list(charge),
      diagnosis: list(diagnosis),
      payments: list(loose({ paymentId: text, amount: money, notes: text })),
    }),
    fc.constant(null),
  ),
  audit: loose({
    canAutoCharge: flag,
    finalStatus: text,
    rulesLogs: list(loose({ message: text, createdDate: text })),
  }),
});

function edited(draft: Draft, change: (draft: Draft) => Draft): Draft {
  return change(draft);
}

const sample = {
  eventId: "41d0a1b2c3d4e5f60718293a4b5c77e3",
  trace: { from: "engine" },
  visitCharged: {
    visitId: "8f3c",
    charges: [
      {
        cpt: "99213",
        plan: "gold",
        charge: { amount: 120.1, currency: "USD", rounded: false },
        arAmount: null,
        indicatedBy: [{ icd10DiagCode: "J02.9", priority: 1, side: "left" }],
      },
      { cpt: "87880", charge: { currency: "USD", amount: 20 } },
    ],
    diagnosis: [
      { icd10DiagCode: "J02.9", priority: 1 },
      { icd10DiagCode: "R05.9", priority: 2 },
    ],
  },
  audit: { canAutoCharge: true },
};

describe("eventFromDraft", () => {
  it("gives any untouched event back, member by member, in order", () => {
    fc.assert(
      fc.property(event, (value) => {
        const { draft, source } = draftFromEvent(value);
        expect(JSON.stringify(eventFromDraft(draft, source))).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  it("gives anything that is JSON back untouched", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { draft, source } = draftFromEvent(value);
        expect(eventFromDraft(draft, source)).toEqual(value);
      }),
    );
  });

  it("changes only the member that was typed in", () => {
    const { draft, source } = draftFromEvent(sample);
    const [first, second] = draft.rows.charges;
    if (!first || !second) throw new Error("the sample has two charges");
    const after = edited(draft, (it) => ({
      ...it,
      rows: {
        ...it.rows,
        charges: [{ ...first, charge: { ...first.charge, amount: "121.50" } }, second],
      },
    }));
    const expected = structuredClone(sample);
    const [charge] = expected.visitCharged.charges;
    if (charge) charge.charge = { amount: 121.5, currency: "USD", rounded: false };
    expect(JSON.stringify(eventFromDraft(after, source))).toBe(JSON.stringify(expected));
  });

  it("keeps an unreadable number as typed, for the contract", () => {
    const { draft, source } = draftFromEvent(sample);
    const charges = draft.rows.charges.map((row) => ({ ...row, quantity: "2x" }));
    const after = { ...draft, rows: { ...draft.rows, charges } };
    expect(eventFromDraft(after, source)).toMatchObject({
      visitCharged: { charges: [{ quantity: "2x" }, { quantity: "2x" }] },
    });
  });

  it("moves no charge when diagnoses move; copies follow an edit", () => {
    const { draft, source } = draftFromEvent(sample);
    const diagnosis = draft.rows.diagnosis
      .toReversed()
      .map((row, index) => ({ ...row, priority: String(index + 1) }));
    const after = { ...draft, rows: { ...draft.rows, diagnosis } };
    expect(eventFromDraft(after, source)).toMatchObject({
      visitCharged: {
        charges: [{ indicatedBy: [{ icd10DiagCode: "J02.9", priority: 2, side: "left" }] }, {}],
        diagnosis: [
          { icd10DiagCode: "R05.9", priority: 1 },
          { icd10DiagCode: "J02.9", priority: 2 },
        ],
      },
    });
  });
});
