import { dayAfter } from "#room/billing/read-day.ts";
import type { CodeStretch } from "#room/contract/operations/diagnosis-detail.ts";
import type { CodeTable } from "./code-table.ts";
import { findCodes } from "./search-codes.ts";

/** The length of the shortest code: a category. */
const categoryLength = 3;

export function pathTo(table: CodeTable, bare: string, set: number): number[] {
  const path: number[] = [];
  for (let length = categoryLength; length <= bare.length; length += 1) {
    const index = table.indexOf(bare.slice(0, length));
    if (index >= 0 && table.isIn(index, set)) path.push(index);
  }
  return path;
}

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

export function billableBelow(table: CodeTable, bare: string, set: number): number[] {
  const [from, end] = table.rangeOf(bare);
  const below: number[] = [];
  for (let index = from; index < end; index += 1) {
    if (table.isBillableIn(index, set) && table.codeAt(index) !== bare) below.push(index);
  }
  const { rankPenalty } = table.arrays;
  return below.toSorted((a, b) => (rankPenalty[a] ?? 0) - (rankPenalty[b] ?? 0) || a - b);
}

export function validityPeriodsOf(table: CodeTable, index: number): CodeStretch[] {
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

const maxSuggestions = 10;

/**
 * Billable codes of the set to suggest instead of a code that is not billable: those below a header, otherwise those
 * with the same title, then the nearest.
 */
export function insteadOf(table: CodeTable, bare: string, set: number): number[] {
  const index = table.indexOf(bare);
  if (index >= 0 && table.isBillableIn(index, set)) return [];
  const below = billableBelow(table, bare, set);
  if (below.length > 0) return below.slice(0, maxSuggestions);
  const own = index >= 0 ? sameTitle(table, index, set) : [];
  return [...new Set([...own, ...nearest(table, bare, set)])].slice(0, maxSuggestions);
}

/** For a code that has ended or not begun: codes of the set whose titles contain all its words. */
function sameTitle(table: CodeTable, index: number, set: number): number[] {
  const { present } = table.arrays;
  const lastSet = 31 - Math.clz32(present[index] ?? 0);
  const found = findCodes(table, { question: table.titleIn(index, lastSet), set, limit: 3 });
  return found.codes.filter((one, at) => found.missing[at]?.length === 0 && table.isBillableIn(one, set));
}

function nearest(table: CodeTable, bare: string, set: number): number[] {
  for (let length = bare.length - 1; length >= categoryLength; length -= 1) {
    const above = bare.slice(0, length);
    const index = table.indexOf(above);
    if (index < 0 || !table.isIn(index, set)) continue;
    return table.isBillableIn(index, set) ? [index] : billableBelow(table, above, set);
  }
  return [];
}

/** What the last character means for the codes below a six-character code: what their titles add to its own. */
export function seventhCharacters(table: CodeTable, bare: string, set: number) {
  const parent = bare.length === 7 ? bare.slice(0, 6) : bare;
  if (parent.length !== 6) return [];
  const own = table.indexOf(parent);
  if (own < 0 || !table.isIn(own, set)) return [];
  const title = table.titleIn(own, set);
  return childrenOf(table, parent, set).flatMap((child) => {
    const code = table.codeAt(child);
    const whole = table.titleIn(child, set);
    const meaning = whole.startsWith(`${title}, `) ? whole.slice(title.length + 2) : lastClause(whole);
    return code.length === 7 && meaning !== "" ? [{ character: code.slice(6), meaning }] : [];
  });
}

/** Titles worded differently from their header still end in the encounter. */
function lastClause(title: string): string {
  return /(?:initial|subsequent) encounter.*$|sequela$/.exec(title)?.[0] ?? "";
}
