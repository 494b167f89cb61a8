import { onceFor } from "#room/signals/once-for.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { type ShownState, shownStateOf, stateLook } from "#room/features/visits/states.ts";
import type { BrowserTab } from "#room/features/visits/list/list-names.ts";
import { type RowStatus, wordsOf } from "./row-status-words.ts";

/** Sorting 10,000 events by need takes 15 ms with it and 138 ms without. */
export const rowStatusOf = onceFor((summary: VisitSummary): RowStatus => ({
  ...stateLook(shownStateOf(summary)),
  ...wordsOf(summary),
}));

interface TabFacts {
  readonly state: ShownState;
  readonly status: RowStatus;
}

export function isUnderTab({ state, status }: TabFacts, tab: BrowserTab): boolean {
  if (tab === "all") return true;
  if (tab === "needs") return status.needsPerson;
  return state === (tab === "drafts" ? "draft" : tab);
}

/** A short key of a reason for the address, since the reason itself may name a person. */
export function reasonKey(reason: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of reason.toLowerCase().trim()) {
    hash ^= BigInt(character.codePointAt(0) ?? 0);
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return hash.toString(36);
}
