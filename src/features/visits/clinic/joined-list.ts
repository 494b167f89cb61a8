import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { type ListRow, listRow, rowId } from "#room/features/visits/list/list-row.ts";
import { type JoinFacts, byVisit, isInView, joinRows, SteadyOrder } from "./join-rows.ts";

interface ListedFacts extends Omit<JoinFacts, "served" | "known"> {
  readonly pages: readonly (readonly VisitRow[])[];
  readonly latest: ReadonlyMap<string, VisitRow | null>;
}

interface Joined {
  readonly rows: readonly ListRow[];
  /** The eventIds of those that have left the view since they were shown: charged, closed, taken. */
  readonly gone: ReadonlySet<string>;
}

/** The rows of one list, as last requested. */
export class JoinedList {
  readonly #steady = new SteadyOrder();
  #shown: ReadonlySet<string> = new Set();
  /** Shown before the service had told what it has of them: nothing to keep the place of if they don’t belong here. */
  #unsure: ReadonlySet<string> = new Set();

  has(id: string): boolean {
    return this.#shown.has(id);
  }

  join(facts: ListedFacts): Joined {
    const { latest, here, pages, search } = facts;
    const own = byVisit(here, search);
    const joined = joinRows({ ...facts, served: pages.flat(), known: (id) => latest.get(id) });
    const rows = this.#steady.arrange(joined, pages.length > 0, (id) => {
      const summary = this.#unsure.has(id) ? undefined : own.get(id);
      return summary && listRow(latest.get(id), summary);
    });
    this.#unsure = new Set(rows.filter((row) => !row.clinic && !row.isOnlyHere).map(rowId));
    this.#shown = new Set(rows.map(rowId));
    const gone = rows.filter((row) => !isInView(row, facts)).map(({ eventId }) => eventId);
    return { rows, gone: new Set(gone) };
  }
}
