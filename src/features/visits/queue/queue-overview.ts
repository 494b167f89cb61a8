import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { queueStateOf } from "./queue-state.ts";
import type { QueueState } from "./queue-state.ts";
import { isUnderTab, reasonKeyOf, situationOf } from "./situation.ts";
import type { QueueTab } from "./visits-search.ts";
import { amountOf } from "./amount-of.ts";
import { tabs } from "./visits-search.ts";

/** The total of several events: minor units by currency, and how many events could not be added. */
export interface MoneySum {
  readonly byCurrency: ReadonlyMap<string, number>;
  readonly unreadable: number;
}

export interface StateTotal {
  readonly state: QueueState;
  readonly count: number;
  readonly money: MoneySum;
}

export interface ReasonTotal {
  readonly key: string;
  readonly words: string;
  readonly count: number;
}

/** The summary above the table, of all events regardless of filters. */
export interface Overview {
  readonly tabCounts: Readonly<Record<QueueTab, number>>;
  readonly states: readonly StateTotal[];
  /** Most common first. */
  readonly reasons: readonly ReasonTotal[];
  readonly practices: readonly string[];
}

/** Most urgent first: possibly billed unseen, refused, withheld, not sent, the rest. */
export const urgency: readonly QueueState[] = [
  "unknown",
  "refused",
  "withheld",
  "held",
  "draft",
  "waiting",
  "charged",
];

/** A charged event represents its visit, whatever came later; otherwise the latest one. */
export function isNewer(row: VisitSummary, known: VisitSummary): boolean {
  const isCharged = row.state === "charged";
  return isCharged === (known.state === "charged") ? row.createdAt > known.createdAt : isCharged;
}

export function overviewOf(rows: readonly VisitSummary[]): Overview {
  const tabCounts = { all: rows.length, needs: 0, drafts: 0, waiting: 0, charged: 0 };
  const sums = new Map<QueueState, { count: number; byCurrency: Map<string, number>; unreadable: number }>();
  const reasons = new Map<string, { words: string; count: number }>();
  const practices = new Set<string>();
  const newest = new Map<string, VisitSummary>();
  for (const row of rows) {
    const known = newest.get(row.visitId);
    if (!known || isNewer(row, known)) newest.set(row.visitId, row);
  }
  const isNewestOfVisit = (row: VisitSummary) => row.visitId === "" || newest.get(row.visitId) === row;
  for (const row of rows) {
    for (const tab of tabs) if (tab !== "all" && isUnderTab(row, tab)) tabCounts[tab] += 1;
    const money = amountOf(row);
    const state = queueStateOf(row);
    const sum = sums.get(state) ?? { count: 0, byCurrency: new Map<string, number>(), unreadable: 0 };
    sum.count += 1;
    if (!isNewestOfVisit(row)) {
      // Counted once, with the newest event of the visit.
    } else if (money === undefined) sum.unreadable += 1;
    else sum.byCurrency.set(money.currency, (sum.byCurrency.get(money.currency) ?? 0) + money.minor);
    sums.set(state, sum);
    const { reason } = situationOf(row);
    if (reason !== "") {
      const key = reasonKeyOf(row);
      const known = reasons.get(key);
      if (known) known.count += 1;
      else reasons.set(key, { words: reason, count: 1 });
    }
    if (row.practiceId !== "") practices.add(row.practiceId);
  }
  return {
    tabCounts,
    states: urgency.flatMap((state) => {
      const sum = sums.get(state);
      if (!sum) return [];
      return [{ state, count: sum.count, money: { byCurrency: sum.byCurrency, unreadable: sum.unreadable } }];
    }),
    reasons: [...reasons]
      .map(([key, { words, count }]) => ({ key, words, count }))
      .sort((a, b) => b.count - a.count || a.words.localeCompare(b.words)),
    practices: [...practices].sort(),
  };
}
