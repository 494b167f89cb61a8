import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { instantOfWire, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { type LooseFilter, readFilter } from "./read-filter.ts";

const days = new ClinicDays("America/New_York");
/** On the evening after the clocks were put back. */
const now = Date.parse("2026-11-02T03:30:00Z");
const read = (filter: LooseFilter, practices: readonly string[] = []) =>
  readFilter(filter, { practices }, now, days);
const [own, other, foreign] = [buildGuid(9, 1), buildGuid(9, 2), buildGuid(9, 3)];

test.each([
  ["all may be seen", undefined, [], undefined],
  ["all may be seen, one is asked for", foreign, [], [foreign]],
  ["some may be seen", undefined, [own, other], [own, other]],
  ["some may be seen, one is asked for", other, [own, other], [other]],
  ["another practice is asked for", foreign, [own, other], []],
])("practices: %s", (_, practiceId, seen, expected) => {
  const { practices } = read({ practiceId }, seen);
  expect(practices && [...practices]).toEqual(expected);
});

test("days of waiting are the clinic’s days", () => {
  const anyInstant = fc.integer({ min: now - 45 * 86_400_000, max: now }).map((at) => at - (at % 1000));
  const wireInstant = anyInstant.map((at) => wireDateTimeOf(new Date(at)));
  const anyDays = fc.integer({ min: 0, max: 40 });
  const anyFilter = fc.record(
    {
      waitingFrom: anyDays,
      waitingTo: anyDays,
      firstReceivedFrom: wireInstant,
      firstReceivedTo: wireInstant,
    },
    { requiredKeys: [] },
  );
  const property = fc.property(anyFilter, anyInstant, (filter, received) => {
    const { waitingFrom = 0, waitingTo = Infinity, firstReceivedFrom, firstReceivedTo } = filter;
    const { from = -Infinity, to = Infinity } = read(filter).firstReceived;
    const waits = days.dayOf(now) - days.dayOf(received);
    expect(received >= from && received < to).toBe(
      waits >= waitingFrom &&
        waits <= waitingTo &&
        received >= (instantOfWire(firstReceivedFrom) ?? -Infinity) &&
        received < (instantOfWire(firstReceivedTo) ?? Infinity),
    );
  });
  fc.assert(property, { numRuns: 500 });
});

test("what was first received is within both limits", () => {
  const from = days.startOf("2026-10-29");
  const { firstReceived } = read({ waitingTo: 3, firstReceivedFrom: wireDateTimeOf(new Date(from)) });
  expect(firstReceived).toEqual({ from, to: undefined });
  const to = days.startOf("2026-10-31");
  const before = read({ waitingFrom: 2, firstReceivedTo: wireDateTimeOf(new Date(to)) });
  expect(before.firstReceived).toEqual({ from: undefined, to });
});

test.each([
  [{ isFree: true, isSnoozed: true, wasHeld: true }],
  [{ isFree: false, isSnoozed: false, wasHeld: false }],
  [{ course: "held", endedAs: "voided", endedDateOf: "service" } as const],
  [{ reason: "R", rule: "NCCI", takenBy: "casey", chargedBy: "robin", currency: "USD", payment: "Card" }],
  [{ terms: [{ text: "pap" }], clocks: [{ timeZone: "UTC", practiceIds: [own] }] }],
])("%o reaches the query as given", (given) => {
  expect(read(given)).toMatchObject(given);
});

test("amounts, delays and lists reach the query as given", () => {
  expect(read({ amountFrom: 0, amountTo: 5, delayFrom: 0, delayTo: 7 })).toMatchObject({
    amount: { from: 0, to: 5 },
    delay: { from: 0, to: 7 },
  });
  expect(read({ without: ["payer"], visitIds: [own.toUpperCase()] })).toMatchObject({
    without: new Set(["payer"]),
    visitIds: new Set([own]),
  });
  expect(read({})).toMatchObject({ endedDateOf: "charge", clocks: [], without: new Set(), terms: [] });
});

test("waiting longer than a century is never", () => {
  expect(read({ waitingFrom: 1e9 }).firstReceived.to).toBeLessThan(Date.parse("1930-01-01"));
  expect(read({ waitingTo: -1e9 }).firstReceived.from).toBeGreaterThan(Date.parse("2120-01-01"));
});

test("what is blank asks for nothing", () => {
  expect(read({ reason: "", text: " \u00a0", code: " " })).toEqual(read({}));
  expect(read({ text: " pap\u00a0" }).terms).toEqual([{ text: "pap" }]);
  expect(read({ text: "\ufeff" }).terms).toEqual([{ text: "\u200b" }]);
  expect(read({ code: " a0428 " }).code).toBe("A0428");
});

test("without states it is the open visits", () => {
  for (const states of [undefined, null, []])
    expect([...read({ states }).states]).toEqual(["withheld", "refused"]);
  expect([...read({ states: ["closed"] }).states]).toEqual(["closed"]);
});
