import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import { buildGuid } from "#room/testing/builders.ts";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { chargeOf, listOf, refusedOf, viewer } from "./test-visits.ts";

const casey = viewer("casey");
const zones = [
  "UTC",
  "America/New_York",
  "Pacific/Chatham",
  "Asia/Kolkata",
  "Pacific/Honolulu",
  "Africa/Cairo",
];
const [begin, end] = [Date.parse("2026-02-20T00:00:00Z"), Date.parse("2027-02-10T00:00:00Z")];
/** Midnights and changes of clocks, in one zone or another. */
const edges = [
  "2026-03-08T07:00:00Z",
  "2026-04-23T22:00:00Z",
  "2026-10-29T21:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-11-02T05:00:00Z",
  "2026-11-01T10:00:00Z",
  "2027-01-01T00:00:00Z",
].map(Date.parse);
const at = fc.oneof(
  fc.integer({ min: begin, max: end }),
  fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 })).map(([edge, ms]) => edge + ms),
);
const outcomes = ["charged", "withheld", "refused"] as const;
const step = fc.oneof(
  { arbitrary: fc.record({ outcome: fc.constantFrom(...outcomes), at }), weight: 5 },
  { arbitrary: fc.record({ zone: fc.constantFrom(...zones) }), weight: 1 },
);

type Days = readonly (readonly [string, number, number, number])[];

/** What the store has kept of each day on which there was anything. */
async function keptDays({ visits }: Store): Promise<Days> {
  const request = { practiceId: "", firstDay: dayNumber("2026-02-01"), lastDay: dayNumber("2027-02-28") };
  const { perDay } = await visits.summarize(request, casey, end);
  return perDay
    .filter((day) => day.charged + day.withheld + day.refused > 0)
    .map(({ day, charged, withheld, refused }) => [dateOfDay(day), charged, withheld, refused]);
}

interface Arrived {
  readonly outcome: (typeof outcomes)[number];
  readonly at: number;
}

/** The same by a plain count, with the dates as Intl writes them. */
function plainDays(arrived: readonly Arrived[], timeZone: string): Days {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone });
  const all = arrived.map((event) => ({ ...event, date: calendar.format(event.at) }));
  return [...new Set(all.map(({ date }) => date))].toSorted().map((date) => {
    const of = (outcome: string) =>
      all.filter((event) => event.date === date && event.outcome === outcome).length;
    return [date, of("charged"), of("withheld"), of("refused")];
  });
}

describeOnBothEngines("events", (stores) => {
  test("are counted by the clinic's days, whatever the clock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const url = await stores.fresh();
        let zone = "UTC";
        let store = await stores.open(url);
        const arrived: Arrived[] = [];
        for (const [index, each] of steps.entries()) {
          if ("zone" in each) {
            zone = each.zone;
            store = await stores.open(url, { clinicTimeZone: zone });
            await store.visits.countByTheClock();
            expect(await keptDays(store)).toEqual(plainDays(arrived, zone));
            continue;
          }
          const options = { at: each.at, isWithheld: each.outcome === "withheld" };
          if (each.outcome === "refused")
            await store.visits.keepRefused(refusedOf(index, index, { receivedAt: each.at }));
          else await store.events.take(chargeOf(index, index, options));
          arrived.push(each);
        }
        expect(await keptDays(store)).toEqual(plainDays(arrived, zone));
        expect(await store.visits.recount()).toEqual([]);
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  test("are recounted once when several servers start", async () => {
    const url = await stores.fresh();
    const before = await stores.open(url);
    const late = Date.parse("2026-11-03T01:00:00Z");
    await before.events.take(chargeOf(1, 1, { at: late }));
    await before.events.take(chargeOf(2, 2, { at: late, isWithheld: true }));
    const clinicTimeZone = "America/New_York";
    const servers = [await stores.open(url, { clinicTimeZone }), await stores.open(url, { clinicTimeZone })];
    await Promise.all(servers.map(({ visits }) => visits.countByTheClock()));
    for (const server of servers) expect(await keptDays(server)).toEqual([["2026-11-02", 1, 1, 0]]);
    expect(await servers[0]?.visits.recount()).toEqual([]);
  });

  test("wait longest by the clinic's days, then by money", async () => {
    const url = await stores.fresh();
    const orderOf = async (clinicTimeZone: string, charges: Parameters<typeof chargeOf>[] = []) => {
      const store = await stores.open(url, { clinicTimeZone });
      await store.visits.countByTheClock();
      for (const each of charges) await store.events.take(chargeOf(...each));
      const { visits } = await store.visits.list(listOf({}, { sort: "need" }), casey, end);
      return visits.map(({ amount_minor }) => amount_minor);
    };
    const arrived = [
      [1, 1, { at: Date.parse("2026-11-02T23:30:00Z"), isWithheld: true }],
      [2, 2, { at: Date.parse("2026-11-03T03:00:00Z"), isWithheld: true }],
    ] satisfies Parameters<typeof chargeOf>[];
    expect(await orderOf("America/New_York", arrived)).toEqual([10_002, 10_001]);
    expect(await orderOf("UTC")).toEqual([10_001, 10_002]);
    expect(await orderOf("America/New_York")).toEqual([10_002, 10_001]);
  });

  test("of waiting are the clinic's, in list and overview alike", async () => {
    const store = await stores.open(await stores.fresh(), { clinicTimeZone: "America/New_York" });
    // The evening of November 1 and the morning of November 2; 2.5 and 2 times 24 hours before the list is read.
    await store.events.take(chargeOf(1, 1, { at: Date.parse("2026-11-02T03:00:00Z"), isWithheld: true }));
    await store.events.take(chargeOf(2, 2, { at: Date.parse("2026-11-02T15:00:00Z"), isWithheld: true }));
    const now = Date.parse("2026-11-04T15:30:00Z");
    const { byAge } = await store.visits.summarize({ practiceId: "", firstDay: 0, lastDay: 0 }, casey, now);
    expect(byAge.map(({ total }) => total)).toEqual([0, 2, 0, 0]);
    const waiting = async (waitingFrom: number, waitingTo: number) =>
      (await store.visits.list(listOf({ waitingFrom, waitingTo }), casey, now)).visits.length;
    expect([await waiting(2, 2), await waiting(3, 3), await waiting(0, 1)]).toEqual([1, 1, 0]);
    // A number that names no day leaves nobody without an answer.
    expect([await waiting(-1e300, 1e300), await waiting(1e300, 2_500_000)]).toEqual([2, 0]);
    // After midnight of the clinic, an hour of waiting is a day.
    const early = Date.parse("2026-11-02T05:30:00Z");
    expect((await store.visits.list(listOf({ waitingFrom: 1 }), casey, early)).visits).toHaveLength(1);
  });

  test("of a day's charges are those of the clinic's day", async () => {
    const store = await stores.open(await stores.fresh(), { clinicTimeZone: "America/New_York" });
    await store.events.take(chargeOf(1, 1, { at: Date.parse("2026-11-01T12:00:00Z"), isWithheld: true }));
    await store.events.take(chargeOf(2, 1, { at: Date.parse("2026-11-03T04:30:00Z") }));
    const on = async (date: string) => {
      const day = dayNumber(date);
      const request = { practiceId: "", firstDay: day, lastDay: day };
      return (await store.visits.summarize(request, casey, end)).chargedAfterHold;
    };
    expect([await on("2026-11-01"), await on("2026-11-02"), await on("2026-11-03")]).toEqual([0, 1, 0]);
  });

  test("count a charge that is void by now", async () => {
    const store = await stores.open(await stores.fresh(), { clinicTimeZone: "UTC" });
    const at = Date.parse("2026-11-02T12:00:00Z");
    await store.events.take(chargeOf(1, 1, { at, isWithheld: true }));
    await store.events.take(chargeOf(2, 1, { at }));
    const voided = {
      kind: "void",
      eventId: buildGuid(6, 1),
      invoiceNumber: 1,
      reason: "Twice",
    } as const;
    await store.visits.change(buildGuid(2, 1), voided, viewer("lee"), at);
    const day = dayNumber("2026-11-02");
    const summary = await store.visits.summarize({ practiceId: "", firstDay: day, lastDay: day }, casey, end);
    expect(summary).toMatchObject({ perDay: [{ charged: 1 }], chargedAfterHold: 1, chargedThenVoided: 1 });
  });

  test("of a first charge outlast its correction", async () => {
    const store = await stores.open(await stores.fresh(), { clinicTimeZone: "UTC" });
    const noonOf = (day: number) => Date.parse(`2026-11-0${day}T12:00:00Z`);
    await store.events.take(chargeOf(1, 1, { at: noonOf(1), isWithheld: true }));
    await store.events.take(chargeOf(2, 1, { at: noonOf(2) }));
    const correction = { replaces: 1, reason: "Wrong level", changed: "charges[0].cpt" };
    await store.events.take({ ...chargeOf(3, 1, { at: noonOf(5) }), correction });
    const on = (date: string) => {
      const day = dayNumber(date);
      return store.visits.summarize({ practiceId: "", firstDay: day, lastDay: day }, casey, end);
    };
    expect(await on("2026-11-02")).toMatchObject({ chargedAfterHold: 1, medianMs: 86_400_000 });
    expect(await on("2026-11-05")).toMatchObject({ chargedAfterHold: 0, medianMs: undefined });
  });
});
