import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { ClinicRow } from "./clinic-row.ts";
import { clinicRow } from "./clinic-row.ts";
import type { JoinFacts } from "./join-rows.ts";
import { byVisit, joinRows, newerOf, rowId, SteadyOrder } from "./join-rows.ts";

export interface ListedFacts extends Omit<JoinFacts, "served" | "known"> {
  /** The pages of the service's list, in its order. */
  readonly pages: readonly (readonly VisitRow[])[];
  readonly latest: ReadonlyMap<string, VisitRow | null>;
}

const alike = ["isWhole", "here", "search", "typed", "now", "today"] as const;

/** What so many rows name is offered as a filter: to look through 50,000 at each draw takes 15 ms. */
const offeredFrom = 1000;

export interface Joined {
  readonly rows: readonly ClinicRow[];
  /** How many of them the service does not have. */
  readonly onlyHere: number;
  /** What the service has of the first ones: the same as long as those are. */
  readonly offered: readonly VisitRow[];
}

function offeredOf(rows: readonly ClinicRow[]): readonly VisitRow[] {
  return rows.slice(0, offeredFrom).flatMap(({ clinic }) => clinic ?? []);
}

/**
 * The rows of one list, as they were asked for last. Where a page came behind the others and nothing else did, its rows
 * alone are joined: of 50,000 all of them would hold up the browser for 60 ms a page (`npm run bench -- queue-service`).
 */
export class JoinedList {
  readonly #steady = new SteadyOrder();
  #facts: ListedFacts | undefined;
  #joined: Joined = { rows: [], onlyHere: 0, offered: [] };
  #shown = new Set<string>();
  /** The last visit of the pages, each counted where it came first. */
  #last: string | undefined;

  has(id: string): boolean {
    return this.#shown.has(id);
  }

  join(facts: ListedFacts): Joined {
    const { rows: before, onlyHere, offered } = this.#joined;
    const appended = this.#appended(facts);
    if (appended) {
      this.#steady.append(appended);
      for (const row of appended) this.#shown.add(rowId(row));
      const rows = [...before, ...appended];
      this.#joined = { rows, onlyHere, offered: before.length < offeredFrom ? offeredOf(rows) : offered };
      this.#last = appended.at(-1)?.visitId ?? this.#last;
    } else {
      const { latest, here } = facts;
      const own = byVisit(here);
      const joined = joinRows({ ...facts, served: facts.pages.flat(), known: (id) => latest.get(id) });
      const rows = this.#steady.arrange(joined, facts.pages.length > 0, (id) => {
        const summary = own.get(id);
        return summary && clinicRow(latest.get(id), summary);
      });
      const alone = rows.filter(({ clinic }) => clinic === undefined);
      this.#joined = { rows, onlyHere: alone.length, offered: offeredOf(rows) };
      this.#shown = new Set(rows.map(rowId));
      this.#last = [...new Set(facts.pages.flat().map(({ visitId }) => visitId))].at(-1);
    }
    this.#facts = facts;
    return this.#joined;
  }

  /** What comes behind all that there was; undefined where something else may have changed. */
  #appended(facts: ListedFacts): readonly ClinicRow[] | undefined {
    const before = this.#facts;
    if (!before || before.latest !== facts.latest || !isBehind(before, facts)) return undefined;
    if (before.pages.length === 0 || before.pages.some((page, index) => facts.pages[index] !== page))
      return undefined;
    // New rows come behind the row that they belong behind: that must be the last.
    if (this.#last !== this.#joined.rows.at(-1)?.visitId) return undefined;
    const served = facts.pages.slice(before.pages.length).flat();
    const ids = new Set(served.map(({ visitId }) => visitId));
    if (ids.size < served.length || served.some(({ visitId }) => this.#shown.has(visitId))) return undefined;
    const own = byVisit(facts.here);
    return served.map((row) => clinicRow(newerOf(row, facts.latest.get(row.visitId)), own.get(row.visitId)));
  }
}

/** Whether a further page comes behind all rows: nothing of this browser's is to stand among or behind its rows. */
function isBehind(before: ListedFacts, facts: ListedFacts): boolean {
  if (before.here.length === 0 && facts.here.length === 0) return true;
  return facts.search.sort === "need" && alike.every((fact) => before[fact] === facts[fact]);
}
