import { expect, test } from "vitest";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { chargedCourse, visitState } from "#room/contract/schemas/visit.ts";
import {
  chargeOf,
  listOf,
  refusedOf,
  startOfTests,
  take,
  viewer,
} from "#room/server/store/visits/test-visits.ts";
import type { VisitAction } from "#room/server/store/visits/visit-types.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Reported } from "./report-parts.ts";
import {
  dayAt,
  type PlainVisit,
  playVisits,
  practices,
  scopeOf,
  testScopes,
  zones,
} from "./test-random-visits.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

/** Counted one by one: "what" to visits, and money by currency. */
class Counted {
  readonly all: Record<string, [visits: number, sums: Record<string, number>]> = {};

  add(key: string, { currency }: Pick<PlainVisit, "currency">, minor: number): void {
    const [visits, sums] = this.all[key] ?? [0, {}];
    this.all[key] = [visits + 1, { ...sums, [currency]: (sums[currency] ?? 0) + minor }];
  }
}

function plainOf(groups: readonly Reported[], by: Reported["by"]) {
  const figures = groups.find((group) => group.by === by)?.figures ?? [];
  const found: Counted["all"] = {};
  for (const { id, tally } of figures) {
    const [visits, sums] = found[id] ?? [0, {}];
    found[id] = [visits + tally.total, { ...sums, ...Object.fromEntries(tally.found().sums) }];
  }
  return found;
}

function courseOf({ state, steps }: PlainVisit): string {
  if (state === "open") return "open";
  if (state !== "charged") return "done";
  if (steps.includes("correct")) return "corrected";
  return steps === "charge" ? "first-pass" : "held";
}

/** Why a visit was ever held. */
function reasonsOf({ steps }: PlainVisit, index: number): readonly string[] {
  return [
    ...(steps.includes("hold") ? [`Reason ${index % 3}`] : []),
    ...(steps.includes("refuse") ? [refusedOf(1, 1).message] : []),
  ];
}

/** SHEET_VISITS=7500 plays so many (`npm run long`). */
const played = Number(process.env["SHEET_VISITS"] ?? 300);
const limit = 120_000 + played * 200;

describeOnBothEngines("reports", (stores) => {
  test(
    "open the visits that they count",
    async () => {
      const store = await stores.open(undefined, { clinicTimeZone: zones[0] });
      await playVisits(store, played / 2);
      for (const [scope, practice] of testScopes) {
        const [firstReceivedDayFrom, firstReceivedDayTo] = [scope.from, scope.to];
        const practiceId = practice === undefined ? undefined : practices[practice];
        const found = async (filter: VisitFilter) => {
          const days = { firstReceivedDayFrom, firstReceivedDayTo, clocks: scope.clocks };
          const query = listOf({ ...days, practiceId, ...filter }, { limit: 1 });
          return (await store.visits.list(query, viewer("casey"), Date.now())).found.total;
        };
        const counted = plainOf(await store.report("first-pass", scope, now), "course");
        for (const course of chargedCourse.options)
          expect(await found({ states: ["charged"], course })).toBe(counted[course]?.[0] ?? 0);
        expect(await found({})).toBe(counted["open"]?.[0] ?? 0);
        expect(await found({ states: ["closed", "voided"] })).toBe(counted["done"]?.[0] ?? 0);

        const all = { states: [...visitState.options] };
        const [ofReason] = await store.report("withheld", scope, now);
        for (const { id: reason, tally } of ofReason?.figures ?? [])
          expect(await found({ ...all, wasHeld: true, reason })).toBe(tally.total);
        const charged = {
          states: ["charged" as const],
          receivedDayFrom: scope.from,
          receivedDayTo: scope.to,
        };
        const open = { firstReceivedDayFrom: undefined, firstReceivedDayTo: undefined };
        const [ofDelay] = await store.report("days-to-charge", scope, now);
        for (const { id, tally } of ofDelay?.figures ?? []) {
          const [delayFrom, delayTo = id.endsWith("+") ? undefined : delayFrom] = id
            .split("-")
            .map(Number.parseFloat);
          const [from, to] = [delayFrom === undefined ? 0 : delayFrom - 0.5, delayTo && delayTo + 0.5];
          expect(await found({ ...charged, ...open, delayFrom: from, delayTo: to })).toBe(tally.total);
        }
        const [ofPerson] = await store.report("people", scope, now);
        for (const { id: workedBy, tally } of ofPerson?.figures ?? []) {
          const work = { workedBy, workedDayFrom: scope.from, workedDayTo: scope.to };
          expect(await found({ ...all, ...open, ...work })).toBe(tally.total);
        }
      }
    },
    limit,
  );

  test(
    "of random visits equal plain sums",
    async () => {
      const store = await stores.open(undefined, { clinicTimeZone: zones[0] });
      const visits = await playVisits(store, played);
      for (const [scope, practice] of testScopes) {
        const isIn = (at: number, of: number) => {
          const day = dayAt(of, at);
          return day >= scope.from && day <= scope.to && (practice === undefined || practice === of);
        };
        const [course, passed, arrived, charged] = [
          new Counted(),
          new Counted(),
          new Counted(),
          new Counted(),
        ];
        for (const visit of visits) {
          const id = practices[visit.practice] ?? "";
          if (isIn(visit.firstAt, visit.practice)) {
            course.add(courseOf(visit), visit, visit.minor);
            arrived.add(id, visit, visit.minor);
            if (courseOf(visit) === "first-pass") passed.add(id, visit, visit.minor);
          }
          if (visit.invoice && isIn(visit.invoice.at, visit.practice))
            charged.add(id, visit, visit.invoice.minor);
        }
        const firstPass = await store.report("first-pass", scope, now);
        expect(plainOf(firstPass, "course")).toEqual(course.all);
        expect(plainOf(firstPass, "practice")).toEqual(
          Object.fromEntries(Object.keys(arrived.all).map((id) => [id, passed.all[id] ?? [0, {}]])),
        );
        for (const { id, outOf } of firstPass[1]?.figures ?? []) expect(outOf).toBe(arrived.all[id]?.[0]);
        expect(plainOf(await store.report("average", scope, now), "practice")).toEqual(charged.all);

        const ended = new Counted();
        for (const visit of visits)
          for (const invoice of visit.ended)
            if (isIn(invoice.at, visit.practice)) ended.add("", visit, invoice.minor);
        const { figures } = await store.daySheets.sheet({ scope, practiceId: "", wanted: ["practice"] });
        const sumsOf = (of: "charged" | "corrected") =>
          Object.fromEntries(
            figures.all.flatMap((figure) => (figure[of] === 0 ? [] : [[figure.currency, figure[of]]])),
          );
        const plainSums: Record<string, number> = {};
        for (const [, sums] of Object.values(charged.all))
          for (const [currency, minor] of Object.entries(sums))
            plainSums[currency] = (plainSums[currency] ?? 0) + minor;
        expect(sumsOf("charged")).toEqual(plainSums);
        expect(sumsOf("corrected")).toEqual(ended.all[""]?.[1] ?? {});

        const totalOf = (groups: readonly Reported[], by: Reported["by"]) =>
          Object.values(plainOf(groups, by)).reduce((sum, [count]) => sum + count, 0);
        const held = new Counted();
        for (const [index, visit] of visits.entries())
          if (isIn(visit.firstAt, visit.practice))
            for (const reason of reasonsOf(visit, index)) held.add(reason, visit, visit.minor);
        expect(plainOf(await store.report("withheld", scope, now), "reason")).toEqual(held.all);
        const open = visits.filter(
          (visit) => visit.state === "open" && (practice === undefined || practice === visit.practice),
        );
        expect(totalOf(await store.report("aging", scope, now), "age")).toBe(open.length);
        // Each visit is of the same day of service, and has one office visit on it.
        const invoices = visits.flatMap(({ invoice, practice: of }) =>
          invoice && isIn(invoice.at, of) ? [dayNumber(dayAt(of, invoice.at)) - dayNumber("2026-11-02")] : [],
        );
        const days = invoices.map((each) => Math.max(0, each)).toSorted((a, b) => a - b);
        const office = plainOf(await store.report("office-visits", scope, now), "code");
        expect(Object.entries(office).map(([code, [count]]) => [code, count])).toEqual(
          days.length > 0 ? [["99213", days.length]] : [],
        );
        const delays = await store.report("days-to-charge", scope, now);
        expect(totalOf(delays, "delay")).toBe(days.length);
        expect(delays[1]?.figures[0]?.delay).toEqual(
          days.length === 0
            ? undefined
            : {
                median: days[Math.ceil(days.length / 2) - 1],
                ninetieth: days[Math.ceil(days.length * 0.9) - 1],
              },
        );
      }
    },
    limit,
  );

  test("say how long people had what they took", async () => {
    const store = await stores.open();
    for (const visit of [1, 2, 3]) await store.events.take(chargeOf(visit, visit, { isWithheld: true }));
    const change = (visit: number, action: VisitAction, [name, after]: readonly [string, number]) =>
      store.visits.change(buildGuid(2, visit), action, viewer(name), startOfTests + after * 1000);
    await change(1, take("casey"), ["casey", 10]);
    await store.events.take(chargeOf(11, 1, { at: startOfTests + 100_000 }));
    await change(2, take("casey"), ["casey", 200]);
    await change(2, take("robin", true), ["robin", 260]);
    await change(2, { kind: "close", reason: "Paper" }, ["robin", 300]);
    await change(3, take("drew"), ["lee", 400]);
    await change(3, { kind: "release" }, ["drew", 405]);
    await change(2, { kind: "note", noteId: buildGuid(7, 1), text: "Called" }, ["kim", 410]);
    await change(2, { kind: "note", noteId: buildGuid(7, 2), text: "Again" }, ["robin", 420]);
    const [done] = await store.report("people", scopeOf("2026-11-02", "2026-11-02"), now);
    expect(done?.figures.map(({ id, tally, msHeld }) => [id, tally.total, msHeld])).toEqual([
      ["casey", 2, 150_000],
      ["drew", 1, 5000],
      ["engine", 1, 0],
      ["kim", 1, 0],
      ["lee", 1, 0],
      ["robin", 1, 40_000],
    ]);
  });

  test("find what a visit was held for after its charge", async () => {
    const store = await stores.open();
    const rulesLogs = [
      { ruleName: "NCCI", status: "failed" },
      { ruleName: "Payer", status: "passed" },
    ];
    const held = chargeOf(1, 1, { isWithheld: true });
    const event = { ...held.event, audit: { ...held.event.audit, rulesLogs } };
    await store.events.take({ ...held, event });
    await store.events.take(chargeOf(12, 1, { isWithheld: true }));
    await store.events.take(chargeOf(2, 1));
    const scope = scopeOf("2026-11-02", "2026-11-02");
    const namesOf = async (name: "findings" | "withheld") =>
      (await store.report(name, scope, now))[0]?.figures.map(({ id, tally }) => [id, tally.total]);
    expect(await namesOf("findings")).toEqual([["NCCI", 1]]);
    expect(await namesOf("withheld")).toEqual([
      ["Reason 0", 1],
      ["Reason 1", 1],
    ]);
    const found = async (filter: VisitFilter) =>
      (await store.visits.counts([{ states: ["charged"], ...filter }], viewer("casey"), now))[0]?.total;
    expect(await found({ wasHeld: true, rule: "NCCI", reason: "Reason 0" })).toBe(1);
    expect(await found({ wasHeld: true, rule: "Payer" })).toBe(0);
    expect(await found({ rule: "NCCI" })).toBe(0);
    expect(await found({ wasHeld: false })).toBe(0);
  });
});
