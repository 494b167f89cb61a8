import type { CodeStretch } from "#room/contract/operations/describe-diagnosis.ts";
import type { CodeTable } from "./code-table.ts";

const dayMs = 86_400_000;

/** The length of the shortest code: a category. */
const categoryLength = 3;

/** A code and its ancestors in a set, from the category down. */
export function pathTo(table: CodeTable, bare: string, set: number): number[] {
  const path: number[] = [];
  for (let length = categoryLength; length <= bare.length; length += 1) {
    const index = table.indexOf(bare.slice(0, length));
    if (index >= 0 && table.isIn(index, set)) path.push(index);
  }
  return path;
}

/** The codes directly below a code in a set. */
export function childrenOf(table: CodeTable, bare: string, set: number): number[] {
  const [from, end] = table.rangeOf(bare);
  const children: number[] = [];
  let last = "";
  for (let index = from; index < end; index += 1) {
    if (!table.isIn(index, set)) continue;
    const code = table.codeAt(index);
    if (code === bare || (last !== "" && code.startsWith(last))) continue;
    children.push(index);
    last = code;
  }
  return children;
}

/** The billable codes below a code, most common first. */
export function billableBelow(table: CodeTable, bare: string, set: number): number[] {
  const [from, end] = table.rangeOf(bare);
  const below: number[] = [];
  for (let index = from; index < end; index += 1) {
    if (table.isBillableIn(index, set) && table.codeAt(index) !== bare) below.push(index);
  }
  const { handicap } = table.arrays;
  return below.toSorted((a, b) => (handicap[a] ?? 0) - (handicap[b] ?? 0) || a - b);
}

/** The ranges in which a code was in force, over all loaded sets; consecutive years that agree are one range. */
export function stretchesOf(table: CodeTable, index: number): CodeStretch[] {
  const stretches: CodeStretch[] = [];
  for (const [set, { inForceFrom, inForceTo }] of table.sets.entries()) {
    if (!table.isIn(index, set)) continue;
    const isChargeable = table.isBillableIn(index, set);
    const description = table.titleIn(index, set);
    const last = stretches.at(-1);
    const follows = last !== undefined && dayAfter(last.to) === inForceFrom;
    if (last && follows && last.isChargeable === isChargeable && last.description === description) {
      stretches[stretches.length - 1] = { ...last, to: inForceTo };
    } else {
      stretches.push({ from: inForceFrom, to: inForceTo, isChargeable, description });
    }
  }
  return stretches;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}
