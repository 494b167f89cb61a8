import { ownPractices, practicesInUse } from "#room/api/account.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/**
 * The practice a new visit starts with, if there is no other it could be of: the only one the user is limited to; else the
 * only one of all that the clinic's directory names and its visits have. Without a directory this browser's visits count
 * too, other than the example. What a list shows says nothing of the practices it does not.
 */
export function usualPractice(
  rows: readonly VisitSummary[],
  { own, used }: { readonly own: readonly string[]; readonly used: readonly string[] } = {
    own: ownPractices(),
    used: practicesInUse(),
  },
): string {
  const names = namesNow();
  const named = names.search("practice", "", { limit: 2, day: clinicToday() }).map(({ id }) => id);
  const unnamed = used.filter((id) => names.nameOf("practice", id) === undefined);
  const seen = named.length > 0 ? [] : rows.filter((row) => !isExample(row)).map((row) => row.practiceId);
  const [only = "", ...others] = new Set(
    own.length > 0 ? own : [...named, ...unnamed, ...seen].filter(Boolean),
  );
  return others.length === 0 ? only : "";
}
