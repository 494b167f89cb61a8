import { starterSet } from "./starter-set.ts";
import type { SetChange } from "./compare-sets.ts";

/** "238 added, 21 removed, 4 reworded, 15 no longer billable, compared with ICD-10-CM FY2026". */
export function changeWords(change: SetChange): string {
  if (change.comparedWith === undefined) return `all ${change.added} are new`;
  const parts = [`${change.added} added`, `${change.removed} removed`, `${change.revised} reworded`];
  if (change.turnedIntoHeaders > 0) parts.push(`${change.turnedIntoHeaders} no longer billable`);
  if (change.turnedBillable > 0) parts.push(`${change.turnedBillable} now billable`);
  const words = `${parts.join(", ")}, compared with ${change.comparedWith}`;
  return change.comparedWith === starterSet.name ? `${words}, which it replaces` : words;
}
