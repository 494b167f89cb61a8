import { isSameContent } from "#room/contract/same-content.ts";
import { pairRows } from "./row-pairs.ts";
import type { RowList } from "./row-pairs.ts";

export interface Rows {
  readonly base: readonly unknown[];
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
}

/** One row of the merge: its index on each side that has it. */
export interface RowOfThree {
  base?: number;
  mine?: number;
  theirs?: number;
}

export function matchRows(list: RowList, rows: Rows): RowOfThree[] {
  const found: RowOfThree[] = rows.base.map((_, base) => ({ base }));
  for (const [base, mine] of pairRows(list, rows.base, rows.mine)) Object.assign(found[base] ?? {}, { mine });
  for (const [base, theirs] of pairRows(list, rows.base, rows.theirs))
    Object.assign(found[base] ?? {}, { theirs });
  const fresh = (side: "mine" | "theirs") => {
    const known = new Set(found.map((row) => row[side]));
    return rows[side].flatMap((_, index) => (known.has(index) ? [] : [index]));
  };
  const [ours, others] = [fresh("mine"), fresh("theirs")];
  // Rows added on both sides are merged only when equal: two charges with the same code may be two charges.
  const paired = new Set<number>();
  for (const mine of ours) {
    const theirs = others.find(
      (index) => !paired.has(index) && isSameContent(rows.mine[mine], rows.theirs[index]),
    );
    if (theirs !== undefined) paired.add(theirs);
    found.push(theirs === undefined ? { mine } : { mine, theirs });
  }
  for (const theirs of others) if (!paired.has(theirs)) found.push({ theirs });
  return found;
}
