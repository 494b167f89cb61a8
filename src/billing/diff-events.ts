import { isSameContent } from "#room/contract/same-content.ts";
import { type DraftEvent, isBlank } from "./draft-event.ts";
import { describePath, describeValue, placeOfRow } from "./field-names.ts";
import type { Path } from "./finding.ts";
import { type RowList, isRowList, pairRows } from "./row-pairs.ts";
import { isRecord, memberName, membersOf } from "./json-record.ts";
import { allMembers } from "./members-of-kind.ts";

export interface Difference {
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** The current path; for something removed, its former path. */
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
  /** "Charge 2 › Procedure: 99213 became 99214". */
  readonly words: string;
}

const flags = new Set(
  allMembers.flatMap((members) => Object.keys(members).filter((name) => members[name]?.kind === "flag")),
);

/** A flag that is not given is off, but for the one of `isBillable`. */
function asMeant(member: unknown, value: unknown): unknown {
  return isBlank(value) && flags.has(String(member)) ? member === "billable" : value;
}

function wordsOf(kind: Difference["kind"], path: Path, before: unknown, after: unknown): string {
  const place = describePath(path);
  const row = typeof path.at(-1) === "number";
  if (kind === "moved") return `${place}: moved, it was ${placeOfRow(path.at(-2), Number(before))}`;
  if (row && kind === "added") return `${place}: added${rowWords(after)}`;
  if (row && kind === "removed") return `${place}: removed${rowWords(before)}`;
  const words = (value: unknown) => describeValue(asMeant(path.at(-1), value));
  return `${place}: ${words(before)} became ${words(after)}`;
}

function rowWords(row: unknown): string {
  if (!isRecord(row)) return "";
  for (const member of ["cpt", "icd10DiagCode", "icd9DiagCode", "ruleName", "amount"])
    if (row[member] !== undefined && row[member] !== null && row[member] !== "")
      return ` (${describeValue(row[member])})`;
  return "";
}

function difference(kind: Difference["kind"], path: Path, before: unknown, after: unknown): Difference {
  return { kind, path, before, after, words: wordsOf(kind, path, before, after) };
}

function diffRows(
  list: RowList,
  path: Path,
  before: readonly unknown[],
  after: readonly unknown[],
): Difference[] {
  const pairs = pairRows(list, before, after);
  const found: Difference[] = [];
  const olds = new Set(pairs.map(([old]) => old));
  const news = new Map(pairs.map(([old, now]) => [now, old]));
  for (const [index, row] of before.entries())
    if (!olds.has(index)) found.push(difference("removed", [...path, index], row, undefined));
  let highest = -1;
  for (const [index, row] of after.entries()) {
    const old = news.get(index);
    if (old === undefined) {
      found.push(difference("added", [...path, index], undefined, row));
      continue;
    }
    if (old < highest) found.push(difference("moved", [...path, index], old, index));
    highest = Math.max(highest, old);
    found.push(...diffValues([...path, index], before[old], row));
  }
  return found;
}

function isMoneyLike(value: unknown): boolean {
  return isRecord(value) && "currency" in value && "amount" in value;
}

function diffValues(path: Path, before: unknown, after: unknown): Difference[] {
  const last = path.at(-1);
  if (
    isSameContent(asMeant(last, before), asMeant(last, after), memberName(last)) ||
    (isBlank(before) && isBlank(after))
  )
    return [];
  if (isRowList(last)) {
    const rows = (value: unknown): readonly unknown[] | undefined =>
      value === undefined || value === null ? [] : Array.isArray(value) ? value : undefined;
    const [left, right] = [rows(before), rows(after)];
    if (left && right && left.length + right.length > 0) return diffRows(last, path, left, right);
  }
  if (isRecord(before) && isRecord(after) && !isMoneyLike(before) && !isMoneyLike(after)) {
    return membersOf(before, after).flatMap((member) =>
      diffValues([...path, member], before[member], after[member]),
    );
  }
  return [difference("changed", path, before, after)];
}

/** The changes from `before` to `after`, field by field. Rows are matched by content, not by position. */
export function diffEvents(before: DraftEvent, after: DraftEvent): Difference[] {
  return diffValues([], before, after);
}
