import { buildGuid } from "#room/testing/builders.ts";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";

export const noon = Date.UTC(2026, 10, 20, 12);

export function row(seed: number, state: VisitState, changes: Partial<VisitSummary> = {}): VisitSummary {
  return {
    eventId: buildGuid(1, seed),
    visitId: buildGuid(2, seed),
    practiceId: buildGuid(9, seed % 2),
    amountMinor: 1000 * (seed + 1),
    currency: "USD",
    lineCount: 1 + (seed % 4),
    reason: "",
    blocking: 0,
    warnings: 0,
    text: "99213 j02.9",
    state,
    source: { kind: "import", name: "a.json" },
    createdAt: noon,
    updatedAt: noon + seed,
    attempts: [],
    revision: 1,
    changedSinceAttempt: false,
    edited: false,
    hasIncoming: false,
    ...changes,
  };
}

export const attempt = { number: 1, startedAt: noon, by: "casey", contentHash: "x" } as const;

export const rows = [
  row(1, "charged"),
  row(2, "withheld", { reason: "Papers missing" }),
  row(3, "draft", { text: "12001 s61.412a" }),
  row(4, "unknown", { attempts: [{ ...attempt, startedAt: noon - 8 * 86_400_000, outcome: "unknown" }] }),
  row(5, "withheld", { reason: "Papers missing", currency: "EUR" }),
];
