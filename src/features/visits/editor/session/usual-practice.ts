import { todayHere } from "#room/api/today-here.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/**
 * The practice a new visit starts with, if there is no other it could be of: the only one the user is limited to (`own`); the only one in the clinic's directory;
 * without a directory, the only one of this browser's visits other than the example, or the one of the clinic's list
 * (`served`).
 */
export function usualPractice(
  rows: readonly VisitSummary[],
  served: string,
  own: readonly string[] = [],
): string {
  const [ownOnly] = own;
  if (ownOnly !== undefined && own.length === 1) return ownOnly;
  const named = namesNow().search("practice", "", { limit: 2, day: todayHere() });
  const seen = rows.filter((row) => row.practiceId !== "" && !isExample(row));
  const ids = named.length > 0 ? named.map(({ id }) => id) : seen.map(({ practiceId }) => practiceId);
  const [only = served, ...others] = new Set(ids);
  return others.length === 0 ? only : "";
}
