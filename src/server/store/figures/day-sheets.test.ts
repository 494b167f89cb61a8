import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rarely } from "#room/testing/rarely.ts";
import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import { invoiceOfEvent } from "#room/server/handlers/invoice-of-event.ts";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { LooseFilter } from "#room/server/store/visits/read-filter.ts";
import { chargeOf, startOfTests, viewer } from "#room/server/store/visits/test-visits.ts";
import { buildCharge, buildEvent, buildGuid, buildPayment } from "#room/testing/builders.ts";
import type { FigureScope } from "./figure-scope.ts";
import type { Figure } from "./sum-figures.ts";

const clinicZone = "America/New_York";
const practiceZones = [clinicZone, "America/Phoenix", "Pacific/Chatham"] as const;
const practices = practiceZones.map((_, index) => buildGuid(9, index));
const clocks = practices
  .slice(1)
  .map((id, index) => ({ timeZone: practiceZones[index + 1] ?? clinicZone, practiceIds: [id] }));
const currencies = ["USD", "EUR", "JPY", "KWD"] as const;
const codes = ["99203", "99213", "99214", "J1100", "A0100"] as const;
const people = ["casey", "robin", "Drew", undefined] as const;
/** Midnights and changes of clocks, in one zone or another. */
const edges = [
  "2026-03-08T07:00:00Z",
  "2026-04-04T14:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-11-02T05:00:00Z",
  "2026-11-02T07:00:00Z",
  "2026-11-01T10:15:00Z",
].map(Date.parse);

const draws = fc.record({
  at: fc.oneof(
    fc
      .tuple(fc.constantFrom(...edges), fc.integer({ min: -7_200_000, max: 7_200_000 }))
      .map(([a, b]) => a + b),
    fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 })).map(([a, b]) => a + b),
  ),
  practice: fc.integer({ min: 0, max: practices.length - 1 }),
  currency: fc.constantFrom(...currencies),
  isCharged: fc.integer({ min: 0, max: 4 }).map((draw) => draw > 0),
  person: fc.constantFrom(...people),
  serviceDay: fc.integer({ min: 1, max: 9 }),
  charges: fc.array(
    fc.record({
      code: fc.constantFrom(...codes),
      provider: fc.integer({ min: 0, max: 2 }),
      payer: fc.integer({ min: 0, max: 2 }),
      units: fc.constantFrom(1, 1, 2, 0.5, 12),
      minor: fc.integer({ min: 0, max: 900_000 }),
      billable: fc.constantFrom(true, true, true, false, undefined),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  payments: fc.array(
    fc.record({
      minor: fc.integer({ min: -50_000, max: 50_000 }),
      type: fc.constantFrom("Card", "Cash", "Refund", ""),
      category: fc.constantFrom("Copay", "Self-pay"),
      payer: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 2 },
  ),
});

const majorOf = (minor: number, currency: string) =>
  Number((minor / 10 ** ({ JPY: 0, KWD: 3 }[currency] ?? 2)).toFixed({ JPY: 0, KWD: 3 }[currency] ?? 2));

type Draw = typeof draws extends fc.Arbitrary<infer T> ? T : never;

/** What is charged, and how many of these are then corrected by another event, or voided. */
const visitDraws = fc.record({
  first: draws,
  later: fc.constantFrom("stays", "stays", "stays", "corrected", "voided", "corrected voided"),
  second: draws,
});
type VisitDraw = typeof visitDraws extends fc.Arbitrary<infer T> ? T : never;

function eventOf(draw: Draw, seed: number, visit = seed) {
  const { currency } = draw;
  const moneyOf = (minor: number) => ({ currency, amount: majorOf(minor, currency) });
  const charges = draw.charges.map(({ code, provider, payer, units, minor, billable }, index) =>
    buildCharge(index, [], {
      cpt: code,
      quantity: units,
      billable,
      providerId: buildGuid(4, provider),
      payerId: payer === 0 ? null : buildGuid(5, payer),
      charge: moneyOf(minor),
      arAmount: null,
      paid: null,
    }),
  );
  const payments = draw.payments.map(({ minor, type, category, payer }, index) =>
    buildPayment(index, {
      amount: moneyOf(minor),
      paymentType: type,
      paymentCategory: category,
      payerId: payer === 0 ? null : buildGuid(5, payer),
    }),
  );
  return buildEvent({
    seed,
    visit: {
      visitId: buildGuid(2, visit),
      practiceId: practices[draw.practice] ?? "",
      createdOn: `2026-11-0${draw.serviceDay}`,
      charges,
      payments,
    },
  });
}

function take(store: Store, draw: Draw, [seed, visit]: readonly [number, number], replaces?: number) {
  const event = eventOf(draw, seed, visit);
  const invoice = invoiceOfEvent(event.visitCharged);
  const isHeld = replaces === undefined && !draw.isCharged;
  return store.events.take({
    eventId: event.eventId,
    visitId: event.visitCharged.visitId,
    practiceId: event.visitCharged.practiceId,
    event,
    invoice: isHeld ? undefined : invoice,
    withholdReason: isHeld ? `Reason ${seed % 3}` : undefined,
    amount: { currency: invoice.currency, minor: invoice.totalMinor },
    ...(replaces !== undefined && { correction: { replaces, reason: "Wrong code", changed: "" } }),
    receivedAt: draw.at,
    receivedFrom: draw.person,
  });
}

async function chargeAll(store: Store, all: readonly Draw[]): Promise<(number | undefined)[]> {
  const outcomes = await Promise.all(all.map((draw, seed) => take(store, draw, [seed, seed])));
  return outcomes.map((outcome) => (outcome.kind === "charged" ? outcome.invoiceNumber : undefined));
}

/** With the number of its visit, by which the reasons of withheld ones differ. */
type Numbered = readonly [seed: number, draw: Draw];

/**
 * Charges visits, and corrects and voids some; returns what stands or is withheld, what no longer stands, and what came in and
 * what corrections and voids took back.
 */
async function playAll(store: Store, all: readonly VisitDraw[]) {
  const numbers = await chargeAll(
    store,
    all.map(({ first }) => first),
  );
  const [stands, came, taken, replaced, voided]: [
    Numbered[],
    Numbered[],
    Numbered[],
    Numbered[],
    Numbered[],
  ] = [[], [], [], [], []];
  const play = async ({ first, later, second }: VisitDraw, seed: number) => {
    const number = numbers[seed];
    came.push([seed, first]);
    if (number === undefined || later === "stays") return void stands.push([seed, first]);
    (later.includes("corrected") ? replaced : voided).push([seed, first]);
    let last = number;
    let standing = first;
    if (later.includes("corrected")) {
      const corrected = { ...second, practice: first.practice, isCharged: true };
      const outcome = await take(store, corrected, [seed + all.length, seed], number);
      if (outcome.kind !== "charged") throw new Error(outcome.kind);
      last = outcome.invoiceNumber ?? 0;
      standing = corrected;
      came.push([seed, corrected]);
      const { at, person } = corrected;
      taken.push([seed, { ...first, at, person }]);
      (later.includes("voided") ? voided : stands).push([seed, corrected]);
    }
    if (!later.includes("voided")) return;
    const eventId = buildGuid(6, seed);
    const end = { kind: "void", eventId, invoiceNumber: last, reason: "Twice" } as const;
    const outcome = await store.visits.change(buildGuid(2, seed), end, viewer("Drew"), second.at);
    if (outcome.kind !== "done") throw new Error(outcome.kind);
    taken.push([seed, { ...standing, at: second.at, person: "Drew" }]);
  };
  // All at once would wait for each other longer than the store lets them wait.
  for (let at = 0; at < all.length; at += 100)
    await Promise.all(all.slice(at, at + 100).map((one, index) => play(one, at + index)));
  return { stands, ended: [...replaced, ...voided], came, taken, replaced, voided };
}

const calendars = new Map(
  practiceZones.map((timeZone) => [timeZone, new Intl.DateTimeFormat("en-CA", { timeZone })]),
);

type Plain = Record<string, [visits: number, lines: number, units: number, charged: number, paid: number]>;

type Payments = Readonly<Record<string, readonly [count: number, minor: number]>>;

/** The same by plain sums over the events, with the dates as Intl writes them. */
function plainSums(all: readonly Numbered[], scope: FigureScope) {
  const by: Record<"all" | "practice" | "person" | "provider" | "payer" | "code", Plain> = {
    all: {},
    practice: {},
    person: {},
    provider: {},
    payer: {},
    code: {},
  };
  const payments: Record<string, [count: number, minor: number]> = {};
  const held: Record<string, number> = {};
  for (const [seed, draw] of all) {
    const zone = practiceZones[draw.practice] ?? clinicZone;
    const day =
      scope.dateOf === "service"
        ? `2026-11-0${draw.serviceDay}`
        : (calendars.get(zone)?.format(draw.at) ?? "");
    const practiceId = practices[draw.practice] ?? "";
    if (day < scope.from || day > scope.to) continue;
    if (scope.practices && !scope.practices.has(practiceId)) continue;
    if (!draw.isCharged) {
      const key = `Reason ${seed % 3}`;
      held[key] = (held[key] ?? 0) + 1;
      continue;
    }
    if (scope.person !== undefined && draw.person !== scope.person) continue;
    const { currency } = draw;
    const lines = draw.charges
      .filter(({ billable }) => billable !== false)
      .map((line) => ({
        ...line,
        provider: buildGuid(4, line.provider),
        payer: line.payer === 0 ? "" : buildGuid(5, line.payer),
      }))
      .filter(
        (line) =>
          (scope.providerId === undefined || line.provider === scope.providerId) &&
          (scope.payerId === undefined || line.payer === scope.payerId) &&
          (scope.code === undefined || line.code === scope.code),
      );
    const paid = draw.payments.reduce((sum, { minor }) => sum + minor, 0);
    const seen = new Set<string>();
    const add = (which: keyof typeof by, id: string, sums: readonly [number, number, number, number]) => {
      const key = `${id} ${currency}`;
      const sum = (by[which][key] ??= [0, 0, 0, 0, 0]);
      const isFirst = !seen.has(`${which} ${key}`);
      seen.add(`${which} ${key}`);
      sum[0] += isFirst ? 1 : 0;
      for (const [index, value] of [0, sums[1], sums[2], sums[3]].entries()) sum[index as 0] += value;
      if (isFirst) sum[4] += paid;
    };
    const isOfLines =
      scope.providerId !== undefined || scope.payerId !== undefined || scope.code !== undefined;
    if (!isOfLines)
      for (const [which, id] of [
        ["all", ""],
        ["practice", practiceId],
        ["person", draw.person ?? ""],
      ] as const)
        add(which, id, [1, 0, 0, 0]);
    for (const { provider, payer, code, units, minor } of lines) {
      const line = [0, 1, units, minor] as const;
      add("all", "", line);
      add("practice", practiceId, line);
      add("person", draw.person ?? "", line);
      add("provider", provider, line);
      add("payer", payer, line);
      add("code", code, line);
    }
    if (scope.providerId !== undefined || scope.code !== undefined) continue;
    for (const { type, category, minor, payer } of draw.payments) {
      const payerId = payer === 0 ? "" : buildGuid(5, payer);
      if (scope.payerId !== undefined && payerId !== scope.payerId) continue;
      const sum = (payments[`${type}|${category}|${currency}`] ??= [0, 0]);
      sum[0] += 1;
      sum[1] += minor;
    }
  }
  return { by, payments, held };
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 0.001;

function expectSame(figures: readonly Figure[], plain: Plain, hasPaid: boolean): void {
  const given = figures.filter(({ visits }) => visits > 0);
  expect(given.map(({ id, currency }) => `${id} ${currency}`).toSorted()).toEqual(
    Object.keys(plain).toSorted(),
  );
  for (const { id, currency, visits, lines, units, charged, paid } of given) {
    const [v, l, u, c, p] = plain[`${id} ${currency}`] ?? [0, 0, 0, 0, 0];
    expect([id, currency, visits, lines, charged]).toEqual([id, currency, v, l, c]);
    expect(isNear(units, u)).toBe(true);
    if (hasPaid) expect(paid).toBe(p);
  }
}

/** What came in less what was taken back, without what adds up to nothing. */
function lessOf(came: Payments, taken: Payments): Payments {
  const sums = { ...came };
  for (const [key, [count, minor]] of Object.entries(taken)) {
    const [counted, summed] = sums[key] ?? [0, 0];
    sums[key] = [counted - count, summed - minor];
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [count, minor]]) => count !== 0 || minor !== 0));
}

/** Visits that a plain look finds behind a figure. */
function plainVisits(
  scope: FigureScope,
  ...signed: readonly (readonly [sign: 1 | -1, all: readonly Numbered[]])[]
): (key: string) => string[] {
  const found = new Map<string, Map<number, [count: number, minor: number]>>();
  for (const [sign, all] of signed)
    for (const [seed, draw] of all)
      for (const [key, [count, minor]] of Object.entries(plainSums([[seed, draw]], scope).payments)) {
        const visits = found.get(key) ?? new Map<number, [number, number]>();
        found.set(key, visits);
        const [counted, summed] = visits.get(seed) ?? [0, 0];
        visits.set(seed, [counted + sign * count, summed + sign * minor]);
      }
  return (key) =>
    [...(found.get(key) ?? [])]
      .filter(([, [count, minor]]) => count !== 0 || minor !== 0)
      .map(([seed]) => buildGuid(2, seed))
      .toSorted();
}

/** The visits that the list finds. */
async function listed(store: Store, scope: FigureScope, filter: LooseFilter): Promise<string[]> {
  const [practiceId] = scope.practices ?? [];
  const order = { sort: "age", isDescending: false, after: undefined, limit: 10_000 } as const;
  const asked = { states: visitState.options, practiceId, clocks, ...filter };
  const { visits } = await store.visits.list({ filter: asked, ...order }, viewer("lee"), startOfTests);
  return visits.map(({ visit_id }) => visit_id).toSorted();
}

/** What was replaced or voided, in money. */
function expectSameEnded(figures: readonly Figure[], plain: Plain): void {
  const given = figures.map(({ id, currency, corrected }) => [`${id} ${currency}`, corrected] as const);
  const expected = Object.entries(plain).map(([key, [, , , charged]]) => [key, charged] as const);
  const some = (all: readonly (readonly [string, number])[]) =>
    Object.fromEntries(all.filter(([, minor]) => minor !== 0));
  expect(some(given)).toEqual(some(expected));
}

const someDay = fc.constantFrom(
  "2026-03-07",
  "2026-03-08",
  "2026-04-04",
  "2026-10-31",
  "2026-11-01",
  "2026-11-02",
);
const scopes: fc.Arbitrary<FigureScope> = fc
  .record({
    dateOf: fc.constantFrom("charge" as const, "service" as const),
    days: fc.oneof(
      someDay.map((day) => [day, day] as const),
      fc.tuple(someDay, someDay),
      fc.constant(["2026-01-01", "2026-12-31"] as const),
      fc.integer({ min: 1, max: 9 }).map((day) => [`2026-11-0${day}`, `2026-11-0${day}`] as const),
    ),
    practice: rarely(fc.constantFrom(...practices), 3),
    providerId: rarely(fc.constantFrom(buildGuid(4, 0), buildGuid(4, 2)), 3),
    payerId: rarely(fc.constantFrom(buildGuid(5, 1), buildGuid(5, 2)), 3),
    code: rarely(fc.constantFrom(...codes), 3),
    person: rarely(fc.constantFrom("casey", "Drew"), 3),
  })
  .map(({ days, practice, ...rest }) => {
    const [from, to] = [...days].toSorted();
    return {
      ...rest,
      from: from ?? "",
      to: to ?? "",
      practices: practice === undefined ? undefined : new Set([practice]),
      clocks,
    };
  });

/** With the corrections, of 800 events; SHEET_VISITS=7500 sums 10,000 (`npm run long`). */
const sheetVisits = Number(process.env["SHEET_VISITS"] ?? 600);

describeOnBothEngines(
  "a day sheet",
  (stores) => {
    test(
      "of random events, corrections and voids equals plain sums",
      async () => {
        const url = await stores.fresh();
        const all = fc.sample(visitDraws, { numRuns: sheetVisits, seed: 30 });
        const store = await stores.open(url, { clinicTimeZone: clinicZone });
        const { stands, ended, came, taken } = await playAll(store, all);
        expect(stands.length + ended.length + ended.length / 2).toBeGreaterThan((sheetVisits * 4) / 3);
        for (const scope of fc.sample(scopes, { numRuns: 30, seed: 31 })) {
          const sheet = await store.daySheets.sheet({ scope, practiceId: "", wanted: sheetBy.options });
          const { by, payments, held } = plainSums(stands, scope);
          const gone = plainSums(ended, scope).by;
          for (const each of ["all", "practice", "person", "provider", "payer", "code"] as const)
            expectSameEnded(sheet.figures[each], gone[each]);
          const hasPaid = [scope.providerId, scope.payerId, scope.code].every((each) => each === undefined);
          expectSame(sheet.figures.all, by.all, hasPaid);
          expectSame(sheet.figures.practice, by.practice, hasPaid);
          expectSame(sheet.figures.person, by.person, hasPaid);
          expectSame(sheet.figures.provider, by.provider, false);
          expectSame(sheet.figures.payer, by.payer, false);
          expectSame(sheet.figures.code, by.code, false);
          expect(
            Object.fromEntries(
              sheet.payments.map((each) => [
                `${each.type}|${each.category}|${each.currency}`,
                [each.count, each.minor],
              ]),
            ),
          ).toEqual(
            scope.dateOf === "service"
              ? payments
              : lessOf(plainSums(came, scope).payments, plainSums(taken, scope).payments),
          );
          if (sheet.uncharged)
            expect(
              Object.fromEntries(sheet.uncharged.map(({ reason, group }) => [reason, group.total])),
            ).toEqual(held);
        }
      },
      120_000 + sheetVisits * 200,
    );

    test(
      "opens exactly the visits that each figure counts",
      async () => {
        const store = await stores.open(await stores.fresh(), { clinicTimeZone: clinicZone });
        const { stands, came, taken, replaced, voided } = await playAll(
          store,
          fc.sample(visitDraws, { numRuns: 150, seed: 33 }),
        );
        let compared = 0;
        const expectOpens = async (scope: FigureScope, filter: LooseFilter, expected: readonly string[]) => {
          expect(await listed(store, scope, filter)).toEqual(expected);
          compared += expected.length;
        };
        for (const given of fc.sample(scopes, { numRuns: 9, seed: 34 })) {
          const scope = { ...given, providerId: undefined, code: undefined };
          const { dateOf, from, to, person, payerId: paidBy } = scope;
          const ofDays = dateOf === "charge";
          const charged = ofDays ? { receivedDayFrom: from, receivedDayTo: to } : { from, to };
          const ofCharged = { states: ["charged" as const], ...charged, chargedBy: person };
          const sheet = await store.daySheets.sheet({ scope, practiceId: "", wanted: sheetBy.options });
          const paid = ofDays ? plainVisits(scope, [1, came], [-1, taken]) : plainVisits(scope, [1, stands]);
          for (const { type, category, currency } of sheet.payments) {
            const payment = { payment: `${type}|${category}`, paidBy, currency };
            const filter = ofDays
              ? { paidDayFrom: from, paidDayTo: to, invoiceBy: person, ...payment }
              : { ...ofCharged, ...payment };
            await expectOpens(scope, filter, paid(`${type}|${category}|${currency}`));
          }
          for (const { what, currency } of sheet.ended ?? []) {
            if (what === "charged") continue;
            const visits = new Set(
              (what === "replaced" ? replaced : voided).flatMap(([seed, draw]) =>
                draw.currency === currency &&
                (plainSums([[seed, draw]], scope).by.all[` ${currency}`]?.[0] ?? 0) > 0
                  ? [buildGuid(2, seed)]
                  : [],
              ),
            );
            const ended = { endedAs: what, endedDateOf: dateOf, endedDayFrom: from, endedDayTo: to };
            await expectOpens(scope, { ...ended, invoiceBy: person, currency }, [...visits].toSorted());
          }
          for (const [by, member] of [
            ["provider", "providerId"],
            ["payer", "payerId"],
            ["code", "code"],
            ["person", "chargedBy"],
          ] as const)
            for (const { id, currency, visits } of sheet.figures[by]) {
              const which = id === "" ? { without: [by] } : { [member]: id };
              const found = await listed(store, scope, { ...ofCharged, currency, payerId: paidBy, ...which });
              expect(found).toHaveLength(visits);
            }
          for (const { id, currency, paid: minor } of sheet.figures.payer) {
            const payments = id === "" ? { without: ["paidBy" as const] } : { paidBy: id };
            if (minor)
              expect(await listed(store, scope, { ...ofCharged, currency, ...payments })).not.toEqual([]);
          }
        }
        expect(compared).toBeGreaterThan(100);
      },
      120_000 + sheetVisits * 200,
    );

    test("is the same once older invoices are filled in", async () => {
      const all = fc.sample(draws, { numRuns: 500, seed: 32 });
      const url = await stores.fresh();
      const before = await stores.open(url);
      await chargeAll(before, all);
      const scope = {
        dateOf: "service",
        from: "2026-01-01",
        to: "2026-12-31",
        practices: undefined,
        providerId: undefined,
        payerId: undefined,
        code: undefined,
        person: undefined,
        clocks: [],
      } as const;
      const request = { scope, practiceId: "", wanted: sheetBy.options };
      const sheet = await before.daySheets.sheet(request);
      await before.db.deleteFrom("invoice_line").execute();
      await before.db.deleteFrom("invoice_payment").execute();
      await before.db.updateTable("invoice").set({ service_date: null }).execute();
      const after = await stores.open(url);
      expect(await Promise.all([after.events.itemize(), before.events.itemize()])).toEqual([[], []]);
      expect(await after.daySheets.sheet(request)).toEqual(sheet);
    }, 60_000);

    test("of a closed day stays; what changes later is told", async () => {
      const store = await stores.open();
      const day = "2026-11-02";
      const everything = { practices: undefined, providerId: undefined, payerId: undefined, code: undefined };
      const scope = {
        dateOf: "charge",
        from: day,
        to: day,
        person: undefined,
        clocks: [],
        ...everything,
      } as const;
      const request = { scope, practiceId: "", wanted: sheetBy.options };
      for (const visit of [1, 2, 3]) await store.events.take(chargeOf(visit, visit));
      const close = (by: string) =>
        store.daySheets.close({ day, practiceId: "", by, now: startOfTests + 1000 }, async (sheet) =>
          JSON.stringify((await sheet(request)).figures.all),
        );
      const [first, second] = await Promise.all([close("lee"), close("robin")]);
      expect(first.by).toBe(second.by);
      const kept = await store.daySheets.closedSheets(day, "");
      expect(JSON.parse(kept ?? "")).toMatchObject([{ visits: 3, charged: 30_006 }]);
      expect((await store.daySheets.sheet(request)).late.invoices).toEqual([]);

      const later = startOfTests + 5000;
      await store.events.take(chargeOf(4, 4, { at: later }));
      const correction = { replaces: 1, reason: "Wrong level", changed: "charges[0].cpt" };
      await store.events.take(chargeOf(5, 1, { at: later, correction }));
      const eventId = buildGuid(6, 1);
      const end = { kind: "void", eventId, invoiceNumber: 2, reason: "Charged twice" } as const;
      await store.visits.change(buildGuid(2, 2), end, viewer("lee"), later);
      const sheet = await store.daySheets.sheet(request);
      expect(sheet.figures.all).toMatchObject([
        { visits: 3, charged: 10_003 + 10_004 + 10_005, corrected: 10_001 + 10_002 },
      ]);
      expect(sheet.ended?.map(({ what, minor }) => [what, minor])).toEqual([
        ["replaced", 10_001],
        ["voided", 10_002],
      ]);
      expect(sheet.late.sums.map(({ what, count, minor }) => [what, count, minor])).toEqual([
        ["charged", 2, 10_004 + 10_005],
        ["replaced", 1, 10_001],
        ["voided", 1, 10_002],
      ]);
      expect(sheet.late.invoices.map((each) => each.invoice_number)).toEqual([1, 2, 4, 5]);
      expect(await store.daySheets.closedSheets(day, "")).toBe(kept);
      // Charged and voided after closing: the day’s sums stay, and both are told.
      await store.events.take(chargeOf(7, 7, { at: later }));
      const again = { ...end, eventId: buildGuid(6, 2), invoiceNumber: 6 };
      await store.visits.change(buildGuid(2, 7), again, viewer("lee"), later);
      const after = await store.daySheets.sheet(request);
      expect(after.late.sums.map(({ what, count, minor }) => [what, count, minor])).toEqual([
        ["charged", 3, 10_004 + 10_005 + 10_007],
        ["replaced", 1, 10_001],
        ["voided", 2, 10_002 + 10_007],
      ]);
      expect(after.late.invoices.map((each) => [each.invoice_number, each.is_new])).toEqual([
        [1, 0],
        [2, 0],
        [4, 1],
        [5, 1],
        [6, 1],
      ]);
      // Another day, with a visit of a date of service that is closed.
      const next = { ...scope, from: "2026-11-03", to: "2026-11-03" };
      const event = {
        ...chargeOf(6, 6).event,
        visitCharged: { ...chargeOf(6, 6).event.visitCharged, createdOn: day },
      };
      const bare = { currency: "USD", totalMinor: 10_006, paidMinor: 0, lines: [], payments: [] };
      const invoice = { ...bare, serviceDate: day };
      await store.events.take(chargeOf(6, 6, { at: later + 86_400_000, event, invoice }));
      const { late } = await store.daySheets.sheet({ ...request, scope: next });
      expect(late.invoices.map((each) => each.invoice_number)).toEqual([7]);
    });
  },
  { alsoUnderKey: true },
);
