import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { type ListRow, listRow, rowId } from "#room/features/visits/list/list-row.ts";
import { type JoinFacts, byVisit, isInView, joinRows, newerOf, SteadyOrder } from "./join-rows.ts";

export interface ListedFacts extends Omit<JoinFacts, "served" | "known"> {
  readonly pages: readonly (readonly VisitRow[])[];
  readonly latest: ReadonlyMap<string, VisitRow | null>;
}

/** What the rows of a list depend on besides its pages. */
const alike = ["here", "latest", "search", "typed", "now", "today"] as const;

/** How many rows are searched for filter values: searching 50,000 on each render takes 15 ms. */
const offeredFrom = 1000;

export interface Joined {
  readonly rows: readonly ListRow[];
  /** The eventIds of those that have left the view since they were shown: charged, closed, taken. */
  readonly gone: ReadonlySet<string>;
  /** The first rows; the same array until they change. */
  readonly offered: readonly ListRow[];
}

function goneOf(rows: readonly ListRow[], facts: ListedFacts): readonly string[] {
  return rows.filter((row) => !isInView(row, facts)).map(({ eventId }) => eventId);
}

/**
 * The rows of one list, as last requested. When only a page was added at the end, only its rows are joined: joining all
 * of 50,000 would block the browser for 60 ms per page (`npm run bench -- queue-service`).
 */
export class JoinedList {
  readonly #steady = new SteadyOrder();
  #facts: ListedFacts | undefined;
  #joined: Joined = { rows: [], gone: new Set(), offered: [] };
  #shown = new Set<string>();
  /** Shown before the service had told what it has of them: nothing to keep the place of if they don’t belong here. */
  #unsure: ReadonlySet<string> = new Set();
  #last: string | undefined;

  has(id: string): boolean {
    return this.#shown.has(id);
  }

  join(facts: ListedFacts): Joined {
    const { rows: before, gone: left, offered } = this.#joined;
    const appended = this.#appended(facts);
    if (appended) {
      this.#steady.append(appended);
      for (const row of appended) this.#shown.add(rowId(row));
      const rows = [...before, ...appended];
      const more = goneOf(appended, facts);
      const gone = more.length === 0 ? left : new Set([...left, ...more]);
      this.#joined = {
        rows,
        gone,
        offered: before.length < offeredFrom ? rows.slice(0, offeredFrom) : offered,
      };
      this.#last = appended.at(-1)?.visitId ?? this.#last;
    } else {
      const { latest, here } = facts;
      const own = byVisit(here, facts.search);
      const joined = joinRows({ ...facts, served: facts.pages.flat(), known: (id) => latest.get(id) });
      const rows = this.#steady.arrange(joined, facts.pages.length > 0, (id) => {
        const summary = this.#unsure.has(id) ? undefined : own.get(id);
        return summary && listRow(latest.get(id), summary);
      });
      this.#unsure = new Set(rows.filter((row) => !row.clinic && !row.isOnlyHere).map(rowId));
      this.#joined = { rows, gone: new Set(goneOf(rows, facts)), offered: rows.slice(0, offeredFrom) };
      this.#shown = new Set(rows.map(rowId));
      this.#last = [...new Set(facts.pages.flat().map(({ visitId }) => visitId))].at(-1);
    }
    this.#facts = facts;
    return this.#joined;
  }

  /** The rows added at the end; undefined if something else may have changed. */
  #appended(facts: ListedFacts): readonly ListRow[] | undefined {
    const before = this.#facts;
    if (!before || alike.some((fact) => before[fact] !== facts[fact])) return undefined;
    if (before.pages.length === 0 || before.pages.some((page, index) => facts.pages[index] !== page))
      return undefined;
    // New rows come after the row they belong after, which must be the last one.
    if (this.#last !== this.#joined.rows.at(-1)?.visitId) return undefined;
    const served = facts.pages.slice(before.pages.length).flat();
    const ids = new Set(served.map(({ visitId }) => visitId));
    if (ids.size < served.length || served.some(({ visitId }) => this.#shown.has(visitId))) return undefined;
    const own = byVisit(facts.here, facts.search);
    return served.map((row) => listRow(newerOf(row, facts.latest.get(row.visitId)), own.get(row.visitId)));
  }
}
