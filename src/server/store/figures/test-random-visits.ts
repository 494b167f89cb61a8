import * as fc from "fast-check";
import { invoiceOfEvent } from "#room/server/handlers/invoice-of-event.ts";
import type { Store } from "#room/server/store/store.ts";
import { refusedOf, viewer } from "#room/server/store/visits/test-visits.ts";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";
import type { FigureScope } from "./figure-scope.ts";

/** The clinic's, and one of each other practice. */
export const zones = ["America/New_York", "America/Phoenix", "Pacific/Chatham"] as const;
export const practices = zones.map((_, index) => buildGuid(9, index));
const clocks = practices
  .slice(1)
  .map((id, index) => ({ timeZone: zones[index + 1] ?? zones[0], practiceIds: [id] }));
const hour = 3_600_000;
/** Midnights and changes of clocks, in one zone or another. */
const edges = [
  "2026-03-08T07:00:00Z",
  "2026-04-04T14:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-11-02T05:00:00Z",
];

/** What happens to a visit, an hour or days apart. */
const courses = [
  "charge",
  "hold",
  "hold charge",
  "charge correct",
  "hold charge correct",
  "charge void",
] as const;
const endings = ["hold close", "refuse", "refuse charge", "hold hold charge"] as const;

const draw = fc.record({
  at: fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -3 * hour, max: 3 * hour }))
    .map(([edge, after]) => Date.parse(edge) + after),
  steps: fc.constantFrom(...courses, ...endings),
  /** Hours until the next step. */
  rest: fc.integer({ min: 0, max: 60 }),
  practice: fc.integer({ min: 0, max: 2 }),
  currency: fc.constantFrom("USD", "USD", "EUR", "JPY"),
  person: fc.constantFrom("casey", "robin", "Drew"),
  amounts: fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 4 }),
});
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

export interface PlainInvoice {
  readonly at: number;
  readonly minor: number;
}

/** A visit as it is in the end. */
export interface PlainVisit {
  readonly practice: number;
  readonly firstAt: number;
  readonly state: "open" | "charged" | "closed" | "voided";
  readonly steps: Draw["steps"];
  readonly currency: string;
  /** What stands. */
  readonly invoice: PlainInvoice | undefined;
  /** What was replaced or voided. */
  readonly ended: readonly PlainInvoice[];
  /** Of its newest event. */
  readonly minor: number;
}

const digitsOf = (currency: string) => (currency === "JPY" ? 0 : 2);

function eventOf({ currency, amounts, practice }: Draw, visit: number, step: number) {
  const charges = amounts.map((minor, index) => {
    const digits = digitsOf(currency);
    const charge = { currency, amount: Number(((minor + step) / 10 ** digits).toFixed(digits)) };
    return buildCharge(index, [], { charge, arAmount: null, paid: null, billable: true });
  });
  return {
    ...buildEvent({
      visit: { visitId: buildGuid(2, visit), practiceId: practices[practice] ?? "", charges, payments: [] },
    }),
    eventId: buildGuid(1, visit * 10 + step),
  };
}

/** What stood before no longer does. */
function over({ invoice, ended }: PlainVisit): Pick<PlainVisit, "invoice" | "ended"> {
  return { invoice: undefined, ended: invoice ? [...ended, invoice] : ended };
}

async function play(store: Store, drawn: Draw, visit: number): Promise<PlainVisit> {
  const visitId = buildGuid(2, visit);
  let invoiceNumber = 0;
  let plain: PlainVisit = {
    practice: drawn.practice,
    firstAt: drawn.at,
    state: "open",
    steps: drawn.steps,
    currency: drawn.currency,
    invoice: undefined,
    ended: [],
    minor: 0,
  };
  for (const [step, what] of drawn.steps.split(" ").entries()) {
    const at = drawn.at + step * drawn.rest * hour;
    const event = eventOf(drawn, visit, step);
    const person = viewer(drawn.person);
    if (what === "close") {
      await store.visits.change(visitId, { kind: "close", reason: "Paper" }, person, at);
      plain = { ...plain, state: "closed" };
    } else if (what === "void") {
      const end = {
        kind: "void",
        eventId: buildGuid(6, visit),
        invoiceNumber,
        reason: "Twice",
      } as const;
      await store.visits.change(visitId, end, person, at);
      plain = { ...plain, state: "voided", ...over(plain) };
    } else if (what === "refuse") {
      const arrival = refusedOf(visit * 10 + step, visit, { event, receivedAt: at });
      await store.visits.keepRefused(arrival);
      plain = { ...plain, minor: invoiceOfEvent(event.visitCharged).totalMinor };
    } else {
      const invoice = invoiceOfEvent(event.visitCharged);
      const outcome = await store.events.take({
        eventId: event.eventId,
        visitId,
        practiceId: event.visitCharged.practiceId,
        event,
        invoice: what === "hold" ? undefined : invoice,
        withholdReason: what === "hold" ? `Reason ${visit % 3}` : undefined,
        amount: { currency: invoice.currency, minor: invoice.totalMinor },
        ...(what === "correct" && { correction: { replaces: invoiceNumber, reason: "Code", changed: "" } }),
        receivedAt: at,
        receivedFrom: drawn.person,
      });
      plain = { ...plain, minor: invoice.totalMinor };
      if (outcome.kind !== "charged") continue;
      invoiceNumber = outcome.invoiceNumber ?? 0;
      plain = { ...plain, ...over(plain), state: "charged", invoice: { at, minor: invoice.totalMinor } };
    }
  }
  return plain;
}

/** Random visits, charged, held, corrected and ended in the store; and what is known of them without it. */
export async function playVisits(store: Store, count: number): Promise<readonly PlainVisit[]> {
  const all = fc.sample(draw, { numRuns: count, seed: 30 });
  const played: PlainVisit[] = [];
  // All at once would wait for each other longer than the store lets a charge wait.
  for (let at = 0; at < all.length; at += 8)
    played.push(
      ...(await Promise.all(all.slice(at, at + 8).map((drawn, index) => play(store, drawn, at + index)))),
    );
  return played;
}

const calendars = zones.map((timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone }));

/** The day by the clock of the practice, as Intl writes it. */
export function dayAt(practice: number, at: number): string {
  return calendars[practice]?.format(at) ?? "";
}

const days = [
  "2026-03-07",
  "2026-03-08",
  "2026-04-04",
  "2026-04-05",
  "2026-10-31",
  "2026-11-01",
  "2026-11-02",
];

export function scopeOf(from: string, to: string, practice?: number): FigureScope {
  return {
    dateOf: "charge",
    from,
    to,
    practices: practice === undefined ? undefined : new Set([practices[practice] ?? ""]),
    providerId: undefined,
    payerId: undefined,
    code: undefined,
    person: undefined,
    clocks,
  };
}

/** Days and spans around what happens. */
export const testScopes: readonly (readonly [FigureScope, practice: number | undefined])[] = [
  ...days.map((day) => [scopeOf(day, day), undefined] as const),
  [scopeOf("2026-01-01", "2026-12-31"), undefined],
  [scopeOf("2026-03-08", "2026-11-01"), undefined],
  [scopeOf("2026-11-01", "2026-11-02", 2), 2],
];
