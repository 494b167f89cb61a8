import type { VisitGroup } from "#room/contract/schemas/visit.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";

export interface ReasonOffer {
  readonly name: string;
  /** How many rows of the view it leaves; undefined when that is not known. */
  readonly count?: number;
}

/** The most rows that are counted on each change of the list. */
const maxCounted = 1000;

function reasonsIn({ clinic, leads, status }: ListRow): ReadonlySet<string> {
  const own = leads === "browser" ? status.reason : "";
  return new Set([clinic?.reason ?? "", own].filter((reason) => reason !== ""));
}

/**
 * The reasons to filter a view by. Counts are of the view with its other filters, so they are given only once all of
 * its rows are loaded; the service's own counts are of all open visits.
 */
export function reasonOffers(
  rows: readonly ListRow[],
  isWhole: boolean,
  ofService: readonly VisitGroup[],
): readonly ReasonOffer[] {
  if (!isWhole || rows.length > maxCounted) return ofService.map(({ name }) => ({ name }));
  const known = new Set(ofService.map(({ name }) => name));
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const name of reasonsIn(row)) {
      // The service is asked by a reason's full name, which it must have given.
      if (known.has(name) || row.clinic === undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
