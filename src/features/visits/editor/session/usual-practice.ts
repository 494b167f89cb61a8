import { todayHere } from "#room/api/today-here.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/**
 * What practice a new visit begins with. That of the newest visit here: one that has a name goes before, and an example's
 * is nobody's. Where the clinic has one alone it is that: in its directory, or in the visits of its queue (`served`).
 */
export function usualPractice(rows: readonly VisitSummary[], served: string): string {
  const names = namesNow();
  const named = rows.find(({ practiceId }) => names.nameOf("practice", practiceId) !== undefined);
  const [only, ...others] = names.search("practice", "", { limit: 2, day: todayHere() });
  const real = rows.find((row) => row.practiceId !== "" && !isExample(row));
  return named?.practiceId ?? (others.length === 0 ? only?.id : undefined) ?? real?.practiceId ?? served;
}
