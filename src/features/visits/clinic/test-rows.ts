import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { everything } from "#room/features/visits/list/list-search.ts";

/** The time of these tests. */
export const now = Date.parse("2026-11-20T12:00:00Z");

/** A visit as listed by the service. */
export function visitOf(index: number, changes: Partial<VisitRow> = {}): VisitRow {
  return buildVisitRow(index, {
    practiceId: buildGuid(3, 1),
    reason: "Papers missing",
    amount: { currency: "USD", amount: 100 },
    lineCount: 2,
    serviceDate: "2026-11-18",
    ...changes,
  });
}

/** The same visit in this browser. */
export function summaryOf(index: number, changes: Partial<VisitSummary> = {}): VisitSummary {
  return {
    eventId: buildGuid(2, index),
    visitId: buildGuid(1, index),
    practiceId: buildGuid(3, 1),
    state: "draft",
    source: { kind: "import" },
    createdAt: now - 3_600_000,
    updatedAt: now - 3_600_000,
    attempts: [],
    revision: 1,
    changedSinceAttempt: false,
    edited: false,
    hasIncoming: false,
    amountMinor: 10_000,
    currency: "USD",
    lineCount: 2,
    reason: "",
    blocking: 0,
    warnings: 0,
    text: "99213",
    ...changes,
  };
}

/** The facts for joining a list. */
export const facts = {
  known: () => undefined,
  search: everything,
  typed: "",
  now,
  today: "2026-11-20",
  me: "casey",
};
