import type { CodeSet } from "#room/contract/schemas/code-set.ts";

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A calendar day in the reader's way: "1 Oct 2025". What is no day stays as it is. */
export function showDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : dayFormat.format(at);
}

export function showStretch(from: string, to: string): string {
  return `${showDay(from)} – ${showDay(to)}`;
}

/** "ICD-10-CM FY2026, in force 1 Oct 2025 – 30 Sep 2026". */
export function setWords(set: CodeSet): string {
  if (!set.inForceFrom || !set.inForceTo) return set.name;
  return `${set.name}, in force ${showStretch(set.inForceFrom, set.inForceTo)}`;
}
