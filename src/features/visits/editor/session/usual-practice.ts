import { todayHere } from "#room/api/today-here.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/**
 * The practice a new visit starts with: that of the newest visit with a named practice; else the clinic's only practice
 * in its directory; else that of the newest visit other than the example; else the one from its queue (`served`).
 */
export function usualPractice(rows: readonly VisitSummary[], served: string): string {
  const names = namesNow();
  const named = rows.find(({ practiceId }) => names.nameOf("practice", practiceId) !== undefined);
  const [only, ...others] = names.search("practice", "", { limit: 2, day: todayHere() });
  const real = rows.find((row) => row.practiceId !== "" && !isExample(row));
  return named?.practiceId ?? (others.length === 0 ? only?.id : undefined) ?? real?.practiceId ?? served;
}
