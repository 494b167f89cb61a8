import { selected } from "./filter-block.ts";
import { Search, type VisitCriteria } from "./search-visits.ts";
import { FirstFew } from "./sort-visits.ts";
import type { VisitColumns } from "./visit-columns.ts";
import { idOfWords, type IdWords } from "./visit-ids.ts";

const dayMs = 86_400_000;

/** The first few by money times days of waiting; ties by longest wait. */
export function heaviest(columns: VisitColumns, criteria: VisitCriteria, most: number): string[] {
  const search = new Search(columns, criteria);
  const first = new FirstFew<{ readonly weight: number; readonly since: number; readonly id: IdWords }>(
    most,
    (a, b) => b.weight - a.weight || a.since - b.since,
  );
  for (const block of columns.blocks) {
    const { amount_minor, first_received_at } = block.columns;
    const count = search.narrow(block);
    for (let index = 0; index < count; index += 1) {
      const at = selected[index] ?? 0;
      const since = first_received_at.at(at);
      const weight = amount_minor.at(at) * (1 + (criteria.now - since) / dayMs);
      const last = first.isCut ? first.rows.at(-1) : undefined;
      if (!last || weight >= last.weight) first.offer({ weight, since, id: block.idAt(at) });
    }
  }
  return first.rows.map(({ id }) => idOfWords(id));
}
