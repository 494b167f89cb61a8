import { valuesOf, someOf } from "#room/server/store/rows.ts";
import { type Kysely, sql } from "kysely";
import { readOneState } from "#room/server/store/caller-gone.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { lastChange } from "./read-changes.ts";
import { type LooseFilter, readFilter } from "./read-filter.ts";
import { compareKeys } from "./sort-visits.ts";
import { Tally, countStates } from "./visit-counts.ts";
import type { VisitCriteria } from "./figure-conditions.ts";
import { partsOf } from "./visit-conditions.ts";
import { type ListLimits, type Page, VisitSelect } from "./visit-query.ts";
import type { VisitTable } from "./visit-tables.ts";
import { visitsOf } from "./visit-queries.ts";
import {
  type Found,
  maySee,
  type SortKey,
  type Total,
  type Viewer,
  type VisitPage,
  type VisitQuery,
} from "./visit-types.ts";
import { readTerm } from "./read-term.ts";
import { matchesOf } from "./term-ways.ts";

interface Prepared {
  readonly criteria: VisitCriteria;
  readonly selects: readonly VisitSelect[];
  /** How many there are of each state, of the practices asked for. */
  readonly counts: ReadonlyMap<string, Tally>;
}

interface PartOfPage {
  readonly tally: Tally;
  readonly isExact: boolean;
  readonly keys: readonly SortKey[];
  readonly rows: readonly VisitTable[];
  readonly end: SortKey | undefined;
}

const usualLimits: ListLimits = { counted: 10_000, looked: 5000, sampled: 1000, scanned: 50_000 };

const idsAtOnce = 5000;
const rowsAtOnce = 250;

const none: PartOfPage = { tally: new Tally(), isExact: true, keys: [], rows: [], end: undefined };

/** Lists of visits, each read from one state of the database and aside of all other work. */
export class VisitLists {
  readonly #engine: Pick<KeyedEngine, "aside" | "kind" | "vault" | "days">;
  readonly #limits: ListLimits;

  constructor(engine: Pick<KeyedEngine, "aside" | "kind" | "vault" | "days">, limits = usualLimits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  async #prepare(db: Kysely<Tables>, loose: LooseFilter, viewer: Viewer, now: number): Promise<Prepared> {
    const filter = readFilter(loose, viewer, now, this.#engine.days);
    const { counts, currencies } = await countStates(db, filter.practices);
    const { vault, kind } = this.#engine;
    const most = this.#limits.looked;
    const criteria: VisitCriteria = {
      filter,
      now,
      days: this.#engine.days,
      currencies,
      holders: filter.takenBy === undefined ? [] : await holdersNamed(db, filter.takenBy, now),
      terms: await Promise.all(filter.terms.map((term) => readTerm(vault, term, { currencies, most }))),
    };
    const limits = this.#limits;
    const selects = partsOf(filter).map((part) => new VisitSelect({ db, kind, limits }, part, criteria));
    return { criteria, selects: selects.filter(({ isNone }) => !isNone), counts };
  }

  async #partOf(select: VisitSelect, { criteria, counts }: Prepared, page?: Page): Promise<PartOfPage> {
    if (select.isCounted) {
      const tally = new Tally();
      const states = select.part === "open" ? (["withheld", "refused"] as const) : [select.part];
      for (const state of states) {
        const counted = criteria.filter.states.has(state) ? counts.get(state) : undefined;
        if (counted) tally.merge(counted);
      }
      if (!page || tally.total === 0) return { ...none, tally };
      // Few are found by their practice rather than among all.
      if (!criteria.filter.practices || select.part === "open" || tally.total >= this.#limits.counted)
        return { ...none, tally, ...(await select.walk(page)) };
    }
    const { first, ...found } = await select.find(page);
    if (!page || first) return { ...none, ...found, keys: first ?? [] };
    return { ...none, ...found, ...(await select.walk(page)) };
  }

  async list(request: VisitQuery, viewer: Viewer, now: number): Promise<VisitPage> {
    return readOneState(this.#engine.aside, async (db) => {
      const changeNumber = await lastChange(db);
      const prepared = await this.#prepare(db, request.filter, viewer, now);
      const { parts, ...shown } = await this.#page(db, prepared, request);
      const { terms } = prepared.criteria;
      const matches = await matchesOf({ db, kind: this.#engine.kind }, shown.visits, terms);
      return { ...shown, matches, found: this.#found(parts, shown.visits.length), changeNumber };
    });
  }

  async #page(db: Kysely<Tables>, prepared: Prepared, request: VisitQuery) {
    const { selects, criteria } = prepared;
    // Done visits need no attention, so sorting by need means sorting by age.
    const isDone = partsOf(criteria.filter).some((part) => part !== "open");
    const sort = isDone && request.sort === "need" ? "age" : request.sort;
    const page = { ...request, sort, limit: request.limit + 1 };
    const parts: PartOfPage[] = [];
    for (const select of selects) parts.push(await this.#partOf(select, prepared, page));
    return { parts, ...(await pageOf(db, parts, { ...request, sort })) };
  }

  /**
   * All visits of a list, a few at a time: those that match as it begins, each once and in the order of then, as they are when
   * they are read. Of each only the id is held meanwhile.
   */
  async *all(
    { filter, ...order }: Omit<VisitQuery, "limit" | "after">,
    viewer: Viewer,
    now: number,
  ): AsyncGenerator<readonly VisitTable[]> {
    const { aside } = this.#engine;
    const ids = await readOneState(aside, async (db) => {
      const prepared = await this.#prepare(db, filter, viewer, now);
      const found: string[] = [];
      let after: SortKey | undefined;
      do {
        const page = await this.#page(db, prepared, { filter, ...order, after, limit: idsAtOnce });
        for (const { visit_id } of page.visits) found.push(visit_id);
        after = page.next;
      } while (after);
      return found;
    });
    for (const some of someOf(ids, rowsAtOnce)) {
      const rows = new Map((await visitsOf(aside, some)).map((row) => [row.visit_id, row]));
      yield some.flatMap((id) => rows.get(id) ?? []).filter((row) => maySee(viewer, row.practice_id));
    }
  }

  /** How many visits each filter finds: the open ones are looked at once for all. */
  async counts(filters: readonly LooseFilter[], viewer: Viewer, now: number): Promise<readonly Total[]> {
    return readOneState(this.#engine.aside, async (db) => {
      const all: Prepared[] = [];
      for (const filter of filters) all.push(await this.#prepare(db, filter, viewer, now));
      const open = all.flatMap(({ selects }) =>
        selects.filter((one) => one.part === "open" && !one.isCounted),
      );
      const totals = await countOpen(db, open);
      const found: Total[] = [];
      for (const prepared of all) {
        const parts: PartOfPage[] = [];
        for (const select of prepared.selects) {
          const total = totals[open.indexOf(select)];
          if (total === undefined) parts.push(await this.#partOf(select, prepared));
          else {
            const tally = new Tally().addMany("", total, 0);
            parts.push({ ...none, tally, isExact: total <= this.#limits.counted });
          }
        }
        const { total, isExact } = this.#found(parts);
        found.push({ total, isExact });
      }
      return found;
    });
  }

  /** `least`: as many are shown. */
  #found(parts: readonly PartOfPage[], least = 0): Found {
    const tally = new Tally();
    for (const part of parts) tally.merge(part.tally);
    const isExact = parts.every((part) => part.isExact);
    const { total, sums } = tally.found();
    const counted = Math.max(least, Math.min(total, this.#limits.counted));
    return { total: isExact ? total : counted, isExact, sums };
  }

  /** The first few open visits that are neither taken nor snoozed; without an order, by money times days. */
  async free(
    filter: LooseFilter,
    viewer: Viewer,
    { now, most }: { now: number; most: number },
  ): Promise<readonly VisitTable[]> {
    const states = (filter.states ?? []).filter((state) => state === "withheld" || state === "refused");
    if ((filter.states ?? []).length > 0 && states.length === 0) return [];
    const narrowed = { ...filter, states, takenBy: null, isFree: true, isSnoozed: false };
    const { sort, isDescending } = filter;
    return readOneState(this.#engine.aside, async (db) => {
      const [select] = (await this.#prepare(db, narrowed, viewer, now)).selects;
      if (!select) return [];
      if (!sort) return select.topByValue(most);
      const page = { sort, isDescending: isDescending ?? false, after: undefined, limit: most };
      return (await select.walk(page)).rows;
    });
  }
}

/** How many open visits each of these finds, in one look at all of them. */
async function countOpen(db: Kysely<Tables>, selects: readonly VisitSelect[]): Promise<number[]> {
  if (selects.length === 0) return [];
  const counts = selects.map(({ all }, at) => sql`count(*) filter (where ${all}) as ${sql.id(`of_${at}`)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)} from open_visit`.execute(db);
  return selects.map((_, at) => Number(rows[0]?.[`of_${at}`]));
}

async function holdersNamed(db: Kysely<Tables>, name: string, now: number): Promise<string[]> {
  const taken = db.selectFrom("open_visit").where("taken_until", ">", now).distinct();
  const holders = await valuesOf(taken, "taken_by");
  return holders.flatMap((by) => (by?.toLowerCase() === name.toLowerCase() ? by : []));
}

/** The first rows of all parts, up to where one of them stopped looking. */
async function pageOf(
  db: Kysely<Tables>,
  parts: readonly PartOfPage[],
  query: Omit<VisitQuery, "filter">,
): Promise<Pick<VisitPage, "visits" | "next">> {
  const compare = (a: SortKey, b: SortKey) => compareKeys(a, b, query);
  const [end] = parts.flatMap((part) => (part.end ? [part.end] : [])).toSorted(compare);
  const all = parts.flatMap(({ keys }) => keys).toSorted(compare);
  const keys = end ? all.filter((key) => compare(key, end) <= 0) : all;
  const first = keys.slice(0, query.limit);
  const known = new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.visit_id, row]));
  const missing = first.map(([, visitId]) => visitId).filter((visitId) => !known.has(visitId));
  if (missing.length > 0) {
    const { rows } =
      await sql<VisitTable>`select * from visit where visit_id in (${sql.join(missing)})`.execute(db);
    for (const row of rows) known.set(row.visit_id, row);
  }
  return {
    visits: first.flatMap(([, visitId]) => known.get(visitId) ?? []),
    next: keys.length > query.limit ? first.at(-1) : end,
  };
}
