import type { SetChange } from "./compare-sets.ts";

/** "238 added, 21 removed, 4 revised, 15 turned into headers against ICD-10-CM FY2026". */
export function changeWords(change: SetChange): string {
  if (change.comparedWith === undefined) return `all ${change.added} are new`;
  const parts = [`${change.added} added`, `${change.removed} removed`, `${change.revised} revised`];
  if (change.turnedIntoHeaders > 0) parts.push(`${change.turnedIntoHeaders} turned into headers`);
  if (change.turnedBillable > 0) parts.push(`${change.turnedBillable} turned billable`);
  return `${parts.join(", ")} against ${change.comparedWith}`;
}
