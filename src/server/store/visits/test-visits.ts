import type { Viewer, VisitAction, RefusedArrival, VisitQuery } from "./visit-types.ts";
import { itemsOf } from "#room/server/store/invoices/event-items.ts";
import type { ChargeRecord } from "#room/server/store/charge-record.ts";

/** A GUID made from two numbers. */
export function buildGuid(kind: number, index: number): string {
  return `${kind.toString(16).padStart(8, "a")}${index.toString(16).padStart(24, "0")}`;
}

export const startOfTests = Date.parse("2026-11-02T09:00:00Z");
export const practices = [buildGuid(9, 0), buildGuid(9, 1)] as const;

/** An event as the handler passes it to the store. */
export function chargeOf(
  event: number,
  visit: number,
  {
    isWithheld = false,
    practice = practices[0],
    at = startOfTests,
    ...changes
  }: Partial<ChargeRecord> & {
    isWithheld?: boolean;
    practice?: string;
    at?: number;
  } = {},
): ChargeRecord {
  const currency = "USD";
  const amount = (10_000 + event) / 100;
  const content = {
    eventId: buildGuid(1, event),
    visitCharged: {
      visitId: buildGuid(2, visit),
      practiceId: practice,
      charges: [
        {
          cpt: "99213",
          quantity: 1,
          charge: { currency, amount },
          payerId: buildGuid(5, event % 4),
          billtoPayer: true,
        },
      ],
      createdOn: `2026-11-0${1 + (event % 9)}`,
    },
    audit: isWithheld
      ? { canAutoCharge: false, withholdReason: `Reason ${event % 3}` }
      : { canAutoCharge: true },
  };
  return {
    eventId: content.eventId,
    visitId: content.visitCharged.visitId,
    practiceId: practice,
    event: content,
    invoice: isWithheld
      ? undefined
      : { currency: "USD", totalMinor: 10_000 + event, paidMinor: 0, ...itemsOf(content.visitCharged) },
    withholdReason: isWithheld ? `Reason ${event % 3}` : undefined,
    receivedAt: at,
    receivedFrom: "engine",
    ...changes,
  };
}

export function refusedOf(
  event: number,
  visit: number | undefined,
  changes: Partial<RefusedArrival> = {},
): RefusedArrival {
  const visitCharged =
    visit === undefined ? {} : { visitId: buildGuid(2, visit), practiceId: practices[0], charges: [] };
  return {
    eventId: buildGuid(1, event),
    event: { eventId: buildGuid(1, event), visitCharged },
    isWhole: true,
    code: "NotEmpty",
    message: "'charges' must hold at least one charge.",
    faults: [{ errorCode: "NotEmpty", fieldName: "AutoChargedEvent.visitCharged.charges", message: "…" }],
    receivedAt: startOfTests,
    receivedFrom: "engine",
    sender: "user engine",
    practices: [],
    ...changes,
  };
}

export const viewer = (name: string, ofPractices: readonly string[] = []): Viewer => ({
  userId: 1,
  name,
  practices: ofPractices,
});

export const take = (takenBy: string, isTakeOver = false): VisitAction => ({
  kind: "take",
  isTakeOver,
  takenBy,
  leaseMs: 1_800_000,
});

export const listOf = (filter: VisitQuery["filter"] = {}, changes: Partial<VisitQuery> = {}): VisitQuery => ({
  filter,
  sort: "age",
  isDescending: false,
  limit: 200,
  after: undefined,
  ...changes,
});
