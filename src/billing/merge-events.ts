import { isSameContent } from "#room/contract/same-content.ts";
import { asDraft, type DraftEvent } from "./draft-event.ts";
import { describePath } from "./field-names.ts";
import type { Path } from "./finding.ts";
import { isRowList, type RowList, pairRows } from "./row-pairs.ts";
import { isRecord, memberName, membersOf } from "./json-record.ts";

interface Rows {
  readonly base: readonly unknown[];
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
}

/** One row of the merge: its index on each side that has it. */
interface RowOfThree {
  base?: number;
  mine?: number;
  theirs?: number;
}

function matchRows(list: RowList, rows: Rows): RowOfThree[] {
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

/** A row's index on each side; absent where that side does not have it. */
interface Places {
  readonly base?: number;
  readonly mine?: number;
  readonly theirs?: number;
}

/** Of rows in the base's order. */
function isInBaseOrder(rows: readonly Places[], side: "mine" | "theirs"): boolean {
  const shared = rows.filter((row) => row.base !== undefined && row[side] !== undefined);
  return shared.every((row, index) => index === 0 || (row[side] ?? 0) > (shared[index - 1]?.[side] ?? 0));
}

/**
 * The order of merged rows: that of the side that reordered them, or mine if both or neither did. A row missing on that
 * side follows the row it follows on the other side.
 */
function mergeOrder<Row extends Places>(rows: readonly Row[]): Row[] {
  const leader = isInBaseOrder(rows, "mine") && !isInBaseOrder(rows, "theirs") ? "theirs" : "mine";
  const follower = leader === "mine" ? "theirs" : "mine";
  const placeOf = (row: Row, side: "mine" | "theirs") => row[side] ?? -1;
  const led = rows.filter((row) => row[leader] !== undefined);
  const order = led.toSorted((a, b) => placeOf(a, leader) - placeOf(b, leader));
  for (const row of rows.filter((each) => each[leader] === undefined)) {
    let before: Row | undefined;
    for (const candidate of order) {
      const place = candidate[follower];
      if (place === undefined || place >= placeOf(row, follower)) continue;
      if (before === undefined || place > placeOf(before, follower)) before = candidate;
    }
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, row);
  }
  return order;
}

/** A place that both sides changed differently. A side that removed a whole row has undefined. */
export interface Conflict {
  /** Path in the merged event. */
  readonly path: Path;
  /** "Charge 2 › Procedure". */
  readonly place: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** Both sides' changes. At a conflict: mine, or the row that one side removed. */
  readonly merged: DraftEvent;
  readonly conflicts: readonly Conflict[];
}

/** One value in all three events. */
interface Three {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

type Conflicts = (Three & { readonly path: Path })[];

function isAtomic(value: unknown): boolean {
  return !isRecord(value) || ("currency" in value && "amount" in value);
}

function rowsOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

function mergeValues(three: Three, path: Path, conflicts: Conflicts): unknown {
  const { base, mine, theirs } = three;
  const last = path.at(-1);
  const isSame = (a: unknown, b: unknown) => isSameContent(a, b, memberName(last));
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isRowList(last)) {
    const [bases, mines, theirss] = [rowsOf(base), rowsOf(mine), rowsOf(theirs)];
    if (bases && mines && theirss)
      return mergeRows(last, { base: bases, mine: mines, theirs: theirss }, path, conflicts);
  }
  if (isRecord(mine) && isRecord(theirs) && !isAtomic(mine) && !isAtomic(theirs)) {
    const old = isRecord(base) ? base : {};
    const merged: Record<string, unknown> = {};
    for (const member of membersOf(mine, theirs, old)) {
      const parts = { base: old[member], mine: mine[member], theirs: theirs[member] };
      const value = mergeValues(parts, [...path, member], conflicts);
      if (value !== undefined) merged[member] = value;
    }
    return merged;
  }
  conflicts.push({ path, ...three });
  return mine;
}

function isTakenOut(row: RowOfThree, three: Three): boolean {
  if (row.mine === undefined && row.theirs === undefined) return true;
  if (row.mine === undefined) return isSameContent(three.theirs, three.base);
  if (row.theirs === undefined) return isSameContent(three.mine, three.base);
  return false;
}

function mergeRows(list: RowList, rows: Rows, path: Path, conflicts: Conflicts): unknown[] {
  const at = (side: keyof Rows, row: RowOfThree) => {
    const index = row[side];
    return index === undefined ? undefined : rows[side][index];
  };
  const threeOf = (row: RowOfThree): Three => ({
    base: at("base", row),
    mine: at("mine", row),
    theirs: at("theirs", row),
  });
  const kept = matchRows(list, rows).filter((row) => !isTakenOut(row, threeOf(row)));
  return mergeOrder(kept).map((row, index) => {
    const three = threeOf(row);
    const place = [...path, index];
    if (row.base === undefined || (row.mine !== undefined && row.theirs !== undefined))
      return mergeValues(three, place, conflicts);
    // One side removed the row while the other changed it: the row stays until the user decides.
    conflicts.push({ path: place, ...three });
    return three.mine ?? three.theirs;
  });
}

/**
 * Three-way merge of events, field by field, with rows matched by content. Changes of one side are applied; changes of
 * both sides are listed as conflicts. Pass `{}` as `base` when there is none.
 */
export function mergeEvents(base: DraftEvent, mine: DraftEvent, theirs: DraftEvent): Merge {
  const found: Conflicts = [];
  const merged = mergeValues({ base, mine, theirs }, [], found);
  const conflicts = found.map((one) => ({ ...one, place: describePath(one.path) }));
  return { merged: asDraft(merged), conflicts };
}
