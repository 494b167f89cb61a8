import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { type ShownState, shownStates } from "#room/features/visits/states.ts";
import { isUnderTab, reasonKey } from "./row-status.ts";
import { browserTabs } from "#room/features/visits/list/list-names.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";

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

export function overviewOf(rows: readonly ListRow[]) {
  const tabCounts = { all: rows.length, needs: 0, drafts: 0, waiting: 0, charged: 0 };
  const sums = new Map<ShownState, { count: number; byCurrency: Map<string, number>; unreadable: number }>();
  const reasons = new Map<string, { words: string; count: number }>();
  const practices = new Set<string>();
  const newest = new Map<string, VisitSummary>();
  for (const { here } of rows) {
    const known = here && newest.get(here.visitId);
    if (here && (!known || isNewer(here, known))) newest.set(here.visitId, here);
  }
  const isNewestOfVisit = ({ here, visitId }: ListRow) => visitId === "" || newest.get(visitId) === here;
  for (const row of rows) {
    for (const tab of browserTabs) if (tab !== "all" && isUnderTab(row, tab)) tabCounts[tab] += 1;
    const { amount: money, state } = row;
    const sum = sums.get(state) ?? { count: 0, byCurrency: new Map<string, number>(), unreadable: 0 };
    sum.count += 1;
    if (!isNewestOfVisit(row)) {
      // Counted once, with the newest event of the visit.
    } else if (money === undefined) sum.unreadable += 1;
    else sum.byCurrency.set(money.currency, (sum.byCurrency.get(money.currency) ?? 0) + money.minor);
    sums.set(state, sum);
    const { reason } = row.status;
    if (reason !== "") {
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
      return [{ state, count: sum.count, money: { byCurrency: sum.byCurrency, unreadable: sum.unreadable } }];
    }),
    reasons: [...reasons]
      .map(([key, { words, count }]) => ({ key, words, count }))
      .sort((a, b) => b.count - a.count || a.words.localeCompare(b.words)),
    practices: [...practices].sort(),
  };
}
