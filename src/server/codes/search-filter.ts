import type { searchEncounters, searchSides } from "#room/contract/operations/diagnoses.ts";
import type { CodeTable } from "./code-table.ts";
import { exactRangeOf } from "./word-ranges.ts";

export interface CodeFilter {
  readonly side?: (typeof searchSides)[number] | undefined;
  readonly encounter?: (typeof searchEncounters)[number] | undefined;
  readonly isBillable?: boolean | undefined;
}

export function filterOf(
  table: CodeTable,
  set: number,
  { side, encounter, isBillable }: CodeFilter,
): (index: number) => boolean {
  const wanted = [side, encounter].filter((word) => word !== undefined);
  const places = wanted.map((word) => exactRangeOf(word, table)?.first ?? -1);
  const { present } = table.arrays;
  if (places.length === 0 && isBillable !== true)
    return (index) => (((present[index] ?? 0) >>> set) & 1) === 1;
  return (index) =>
    table.isIn(index, set) &&
    (isBillable !== true || table.isBillableIn(index, set)) &&
    places.every((place) => hasWord(table, index, place));
}

function hasWord({ arrays }: CodeTable, index: number, word: number): boolean {
  const end = arrays.codeWordStarts[index + 1] ?? 0;
  for (let at = arrays.codeWordStarts[index] ?? 0; at < end; at += 1)
    if (arrays.codeWords[at] === word) return true;
  return false;
}
