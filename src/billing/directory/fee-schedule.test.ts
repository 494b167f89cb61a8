import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { amountFor, FeeSchedule, type PricedLine } from "./fee-schedule.ts";

const [harbor, lakeside, north] = [buildGuid(12, 1), buildGuid(12, 2), buildGuid(9, 1)];
let made = 0;
function fee(amount: number, set: Partial<DirectoryEntry> = {}): DirectoryEntry {
  made += 1;
  return { kind: "fee", id: buildGuid(13, made), code: "99213", amount: { currency: "USD", amount }, ...set };
}
const line = (set: Partial<PricedLine> = {}): PricedLine => ({
  code: "99213",
  modifiers: [],
  payerId: "",
  practiceId: "",
  day: "2026-11-02",
  ...set,
});

it("describes a code by what is said for everybody", () => {
  const own = [
    fee(110, { payerId: harbor, name: "Office visit, Harbor" }),
    fee(100, { practiceId: north, name: "Office visit, North" }),
    fee(95, { modifiers: ["52"], name: "Short visit" }),
  ];
  expect(new FeeSchedule([fee(128), ...own]).descriptionOf("99213")).toBeUndefined();
  const named = new FeeSchedule([fee(128, { name: "Office visit" }), ...own]);
  expect(named.descriptionOf(" 99213 ", ["25"])).toBe("Office visit");
  expect(named.descriptionOf("99213", ["52"])).toBe("Short visit");
});

it("knows the clinic's short names, with units", () => {
  const named = new FeeSchedule([
    fee(5, { code: "j1100", shortName: "Dexa" }),
    fee(90, { modifiers: ["25"], shortName: "ov" }),
    fee(80, { modifiers: [" 25"], shortName: "OV ", payerId: harbor }),
    fee(1, { code: "81002", shortName: "UA" }),
    fee(1, { code: "81003", shortName: "ua" }),
    fee(1, { code: "81003", shortName: "ua" }),
    fee(1, { code: "A4570" }),
  ]);
  const typed = [
    "dexa",
    "Dexa x2",
    "dexa*12",
    "dexax3",
    "ov",
    "ua",
    "",
    " x2",
    "dexa x",
    "dexa 2",
    "a dexa x2",
    "dexa x2 mg",
  ];
  expect(typed.map((text) => named.codeMeant(text))).toEqual([
    "J1100",
    "J1100 x2",
    "J1100 x12",
    "J1100 x3",
    "99213-25",
    ...typed.slice(5).map(() => undefined),
  ]);
  const [priced] = [fee(7, { code: "87880" })];
  expect(new FeeSchedule([priced]).codeOf(`{${priced.id.toUpperCase()}}`)).toBe("87880");
  expect(named.codeOf(priced.id)).toBeUndefined();
});

describe("the choice of a fee", () => {
  const schedule = new FeeSchedule([
    fee(128),
    fee(110, { payerId: harbor }),
    fee(120, { practiceId: north }),
    fee(95, { modifiers: ["52"] }),
  ]);
  it("of two is the one for just these modifiers", () => {
    const exact = fee(140, { modifiers: ["", "25"], activeFrom: "2020-01-01" });
    const list = [fee(128, { activeFrom: "2026-01-01" }), exact];
    for (const fees of [list, list.toReversed()])
      expect(new FeeSchedule(fees).choose(line({ modifiers: ["25"] }))).toBe(exact);
  });

  it("is of entries that are prices", () => {
    const others = [
      fee(1, { amount: null }),
      fee(1, { code: "" }),
      fee(1, { kind: "payer" }),
      { kind: "payer", id: buildGuid(13, 999), code: "99213" } as const,
    ];
    expect(new FeeSchedule(others).isEmpty).toBe(true);
    expect(schedule.isEmpty).toBe(false);
  });

  const cases: [Partial<PricedLine>, number | undefined][] = [
    [{}, 128],
    [{ payerId: harbor, practiceId: north }, 110],
    [{ payerId: lakeside, practiceId: north }, 120],
    [{ modifiers: ["25"] }, 128],
    [{ modifiers: ["52"] }, 95],
    [{ modifiers: ["26"] }, undefined],
    [{ modifiers: ["52", "25"] }, undefined],
    [{ code: " 99213 ", payerId: harbor.toUpperCase() }, 110],
    [{ code: "99214" }, undefined],
    [{ day: undefined }, undefined],
  ];
  it.each(cases)("for %j is as the table says: %s", (set, amount) => {
    expect(schedule.choose(line(set))?.amount.amount).toBe(amount);
  });

  it("is by date, both ends included, the newer of two", () => {
    const byDay = new FeeSchedule([
      fee(100, { activeTo: "2025-12-31" }),
      fee(120, { activeFrom: "2026-01-01", activeTo: "2026-06-30" }),
      fee(128, { activeFrom: "2026-03-01" }),
    ]);
    const on = (day: string) => byDay.choose(line({ day }))?.amount.amount;
    expect(["2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01", "2026-12-31"].map(on)).toEqual([
      100, 120, 120, 128, 128,
    ]);
  });

  const some = fc.record({
    amount: fc.integer({ min: 1, max: 500 }),
    payerId: fc.constantFrom(undefined, harbor, lakeside),
    practiceId: fc.constantFrom(undefined, north),
    modifiers: fc.constantFrom<(string[] | undefined)[]>(undefined, [], ["25"], ["26"], ["26", "25"], ["LT"]),
    activeFrom: fc.constantFrom(undefined, "2026-01-01", "2026-07-01", "2027-01-01"),
    activeTo: fc.constantFrom(undefined, "2026-06-30", "2026-12-31"),
  });
  const asked = fc.record({
    payerId: fc.constantFrom("", harbor, lakeside),
    practiceId: fc.constantFrom("", north),
    modifiers: fc.constantFrom<string[][]>([], ["25"], ["26"], ["25", "26"], ["LT"]),
    day: fc.constantFrom("2026-03-01", "2026-06-30", "2026-07-01", "2027-02-01"),
  });

  it("tells which newer prices replace one while both hold", () => {
    const old = fee(128);
    const next = fee(140, { activeFrom: "2026-01-01" });
    const later = fee(150, { activeFrom: "2027-01-01" });
    const ended = fee(90, { activeTo: "2025-12-31", modifiers: [] });
    const harbors = fee(110, { payerId: harbor, activeFrom: "2026-06-01" });
    const newer = new FeeSchedule([later, old, ended, harbors, next]);
    expect(newer.successorsOf(old)).toEqual([next, later]);
    expect(newer.successorsOf(next)).toEqual([later]);
    for (const one of [later, ended, harbors]) expect(newer.successorsOf(one)).toEqual([]);
    expect(newer.rivalsOf(old)).toEqual([ended]);
    const elsewhere = [
      fee(1, { practiceId: north }),
      fee(1, { modifiers: ["25"] }),
      fee(1, { code: "99214" }),
    ];
    expect(new FeeSchedule([old, ...elsewhere]).rivalsOf(old)).toEqual([]);
    expect(newer.predecessorsOf(later)).toEqual([old, next]);
    // Of a price that is not saved yet, too.
    const typed = fee(130, { activeFrom: "2025-07-01" });
    expect(newer.predecessorsOf(typed)).toEqual([old, ended]);
    expect(newer.successorsOf(typed)).toEqual([next, later]);
    expect(newer.rivalsOf(fee(99, { payerId: harbor, activeFrom: "2026-06-01" }))).toEqual([harbors]);
  });

  it("ignores order; nothing allowed is more specific or newer", () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), asked, (list, set) => {
        const fees = list.map(({ amount, ...rest }) => fee(amount, rest));
        const chosen = new FeeSchedule(fees).choose(line(set));
        expect(new FeeSchedule(fees.toReversed()).choose(line(set))).toBe(chosen);
        // The same rule implemented independently: less specific prices are eliminated step by step.
        const day = set.day;
        const may = fees.filter(
          ({ payerId, practiceId, modifiers = [], activeFrom = "", activeTo = "9" }) =>
            `${activeFrom}` <= day &&
            day <= `${activeTo}` &&
            (!payerId || payerId === set.payerId) &&
            (!practiceId || practiceId === set.practiceId) &&
            ((modifiers ?? []).toSorted().join() === set.modifiers.toSorted().join() ||
              ((modifiers ?? []).length === 0 && !set.modifiers.includes("26"))),
        );
        const prefer = (left: DirectoryEntry[], is: (one: DirectoryEntry) => boolean) =>
          left.some(is) ? left.filter(is) : left;
        let left = prefer(may, ({ payerId }) => payerId !== undefined);
        left = prefer(left, ({ practiceId }) => practiceId !== undefined);
        left = prefer(left, ({ modifiers }) => (modifiers ?? []).length > 0);
        const newest = left
          .map(({ activeFrom }) => activeFrom ?? "")
          .toSorted()
          .at(-1);
        left = left.filter(({ activeFrom }) => (activeFrom ?? "") === newest);
        expect(chosen === undefined).toBe(left.length === 0);
        if (chosen) expect(left).toContain(chosen);
      }),
    );
  });

  it("times the units is exact, or nothing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 999 }),
        (cents, units) => {
          const money = amountFor({ amount: { currency: "USD", amount: cents / 100 } }, units);
          expect(Math.round((money?.amount ?? 0) * 100)).toBe(cents * units);
        },
      ),
    );
    const at = (amount: number, quantity: number) =>
      amountFor({ amount: { currency: "USD", amount } }, quantity)?.amount;
    expect([
      at(0.07, 3),
      at(10, 0.5),
      at(0.01, 0.5),
      at(10, 0),
      at(10, -1),
      at(10, Number.NaN),
      at(10, Infinity),
    ]).toEqual([0.21, 5, undefined, undefined, undefined, undefined, undefined]);
  });
});
