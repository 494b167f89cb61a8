import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { isDone, type ShownState, shownStates } from "#room/features/visits/states.ts";
import { isUnderTab, reasonKey } from "./row-status.ts";
import { browserTabs } from "#room/features/visits/list/list-names.ts";
import { type ListRow, rowId } from "#room/features/visits/list/list-row.ts";

/** The total of several events: minor units by currency, and how many events could not be added. */
export interface MoneySum {
  readonly byCurrency: ReadonlyMap<string, number>;
  readonly unreadable: number;
}

export type Overview = ReturnType<typeof overviewOf>;

/** A correction that is not sent yet represents its visit, then a charged event, whatever came later, then the latest. */
export function isNewer(row: VisitSummary, known: VisitSummary): boolean {
  if (isOpenCorrection(row) !== isOpenCorrection(known)) return isOpenCorrection(row);
  const isCharged = row.state === "charged";
  return isCharged === (known.state === "charged") ? row.createdAt > known.createdAt : isCharged;
}

/** Whose money it is: a visit's counts once, with its newest event, and what a correction would bill beside it. */
function moneyOf(row: ListRow): string {
  const isBeside = row.here && isOpenCorrection(row.here) && !isDone(row.state);
  return isBeside ? row.eventId : rowId(row);
}

export function overviewOf(rows: readonly ListRow[]) {
  const tabCounts = { all: rows.length, needs: 0, drafts: 0, waiting: 0, charged: 0 };
  const sums = new Map<
    ShownState,
    { count: number; visits: number; byCurrency: Map<string, number>; unreadable: number }
  >();
  const reasons = new Map<string, { words: string; count: number }>();
  const practices = new Set<string>();
  const newest = new Map<string, VisitSummary>();
  for (const row of rows) {
    const { here } = row;
    const known = newest.get(moneyOf(row));
    if (here && (!known || isNewer(here, known))) newest.set(moneyOf(row), here);
  }
  for (const row of rows) {
    for (const tab of browserTabs) if (tab !== "all" && isUnderTab(row, tab)) tabCounts[tab] += 1;
    const { amount: money, state } = row;
    const sum = sums.get(state) ?? { count: 0, visits: 0, byCurrency: new Map(), unreadable: 0 };
    sum.count += 1;
    const isCounted = newest.get(moneyOf(row)) === row.here;
    if (isCounted) sum.visits += 1;
    if (isCounted && money === undefined) sum.unreadable += 1;
    else if (isCounted && money)
      sum.byCurrency.set(money.currency, (sum.byCurrency.get(money.currency) ?? 0) + money.minor);
    sums.set(state, sum);
    const { reason } = row.status;
    if (reason !== "" && !isDone(state)) {
      const key = reasonKey(reason);
      const known = reasons.get(key);
      if (known) known.count += 1;
      else reasons.set(key, { words: reason, count: 1 });
    }
    if (row.practiceId !== "") practices.add(row.practiceId);
  }
  return {
    tabCounts,
    states: shownStates.flatMap((state) => {
      const sum = sums.get(state);
      if (!sum) return [];
      const { count, visits, ...money } = sum;
      return [{ state, count, visits, money }];
    }),
    reasons: [...reasons]
      .map(([key, { words, count }]) => ({ key, words, count }))
      .sort((a, b) => b.count - a.count || a.words.localeCompare(b.words)),
    practices: [...practices].sort(),
  };
}
