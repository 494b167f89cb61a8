import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { DoneVisits } from "./done-visits.ts";
import { type LooseFilter, matcherOf, readFilter, type Test } from "./match-visits.ts";
import { type OpenNow, OpenVisits } from "./open-visits.ts";
import { heaviest } from "./heaviest-visits.ts";
import { findVisits, type FoundPlaces, type Page } from "./find-visits.ts";
import type { VisitCriteria } from "./search-visits.ts";
import { compareKeys, FirstFew, keyOf } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import { VisitRows } from "./visit-rows.ts";
import { prepareVisitQueries } from "./visit-queries.ts";
import { visitsNamed, visitsWithWords, wordsOf } from "./visit-words.ts";
import type { Viewer, Found, SortKey, VisitPage, VisitQuery } from "./visit-types.ts";

/** The most done visits looked at of those that a text or a list of ids finds. */
const maxNamed = 1000;

/** A prepared filter. */
interface Prepared {
  readonly criteria: VisitCriteria;
  /** Tests a row. */
  readonly test: Test;
  /** The only done visits it can match; undefined: no restriction. */
  readonly named: readonly VisitTable[] | undefined;
  readonly isNamedCut: boolean;
  readonly open: OpenNow;
  /** Finds the done visits, if the filter includes them and has no text or ids. */
  readonly findDone: ((page?: Page) => Promise<FoundPlaces>) | undefined;
}

type ListedEngine = Pick<KeyedEngine, "db" | "aside" | "kind" | "vault">;

export class VisitLists {
  readonly #db: Kysely<Tables>;
  readonly #vault: Vault;
  readonly #queries: ReturnType<typeof prepareVisitQueries>;
  readonly #rows: VisitRows;
  readonly open: OpenVisits;
  readonly #done: DoneVisits;

  constructor(engine: ListedEngine) {
    const { db, vault } = engine;
    this.#db = db;
    this.#vault = vault;
    this.#queries = prepareVisitQueries({ db });
    this.#rows = new VisitRows(engine);
    this.open = new OpenVisits(engine, this.#rows);
    this.#done = new DoneVisits(engine, this.#rows);
  }

  async #prepare(loose: LooseFilter, viewer: Viewer, now: number): Promise<Prepared> {
    const filter = readFilter(loose, viewer, now);
    const { text, visitIds } = filter;
    let named = visitIds ?? new Set<string>();
    if (text !== undefined) {
      const words = wordsOf(text);
      const found =
        words.length === 0 ? [] : await visitsWithWords({ db: this.#db, vault: this.#vault }, words);
      named = new Set([...(await visitsNamed(this.#db, text)), ...found]);
    }
    const hasNames = text !== undefined || visitIds !== undefined;
    const includesDone = filter.states.has("charged") || filter.states.has("closed");
    const ids = hasNames && includesDone ? [...named] : [];
    const rows = ids.length > 0 ? await this.#queries.visitsOf(this.#db, ids.slice(0, maxNamed)) : [];
    // Last, so that it is the most recent.
    const open = await this.open.now();
    const criteria = { filter, now, named };
    const findDone = async (page?: Page) => this.#done.find(open, criteria, page);
    return {
      criteria,
      test: matcherOf(filter, now, named),
      named: hasNames ? rows.filter((row) => row.is_open === 0) : undefined,
      isNamedCut: ids.length > maxNamed,
      open,
      findDone: includesDone && !hasNames ? findDone : undefined,
    };
  }

  async list(request: VisitQuery, viewer: Viewer, now: number): Promise<VisitPage> {
    const prepared = await this.#prepare(request.filter, viewer, now);
    const { criteria, test, named, open, findDone } = prepared;
    const { states } = criteria.filter;
    const includesDone = states.has("charged") || states.has("closed");
    // Done visits need no attention, so sorting by need means sorting by age.
    const query = includesDone && request.sort === "need" ? { ...request, sort: "age" as const } : request;
    const { after, limit } = query;
    const tally = new Tally();
    const first = new FirstFew<SortKey>(limit, (a, b) => compareKeys(a, b, query));
    const page = { ...query, limit: limit + 1 };
    const done = await findDone?.(page);
    const found = findVisits(open.columns, criteria, page);
    tally.merge(found.tally);
    for (const key of found.first) first.offer(key);
    if (done) tally.merge(done.tally);
    // Charged after the open ones were read: still counted there.
    for (const key of done?.first ?? []) if (!open.columns.placeOf(key[1])) first.offer(key);
    for (const row of (named ?? []).filter(test)) {
      tally.add(row);
      const key = keyOf(row, query);
      if (after === undefined || compareKeys(key, after, query) > 0) first.offer(key);
    }
    const rows = await this.#rows.of(first.rows.map(([, visitId]) => visitId));
    return {
      // Without those that changed in the meantime and no longer match.
      visits: rows.filter(test),
      next: first.isCut ? first.rows.at(-1) : undefined,
      found: { ...tally.found(), isExact: !prepared.isNamedCut },
      changeNumber: open.changeNumber,
    };
  }

  async count(filter: LooseFilter, viewer: Viewer, now: number): Promise<Found> {
    const { criteria, test, named, open, findDone, isNamedCut } = await this.#prepare(filter, viewer, now);
    const tally = new Tally();
    const done = await findDone?.();
    if (done) tally.merge(done.tally);
    tally.merge(findVisits(open.columns, criteria).tally);
    for (const row of (named ?? []).filter(test)) tally.add(row);
    return { ...tally.found(), isExact: !isNamedCut };
  }

  /** The first few open visits that are neither taken nor snoozed; without an order, by money times days. */
  async free(
    filter: LooseFilter,
    viewer: Viewer,
    { now, most }: { now: number; most: number },
  ): Promise<VisitTable[]> {
    const states = (filter.states ?? []).filter((state) => state === "withheld" || state === "refused");
    if ((filter.states ?? []).length > 0 && states.length === 0) return [];
    const narrowed = { ...filter, states, takenBy: null, isFree: true, isSnoozed: false };
    const { criteria, open, test } = await this.#prepare(narrowed, viewer, now);
    const { sort, isDescending } = filter;
    const page = { isDescending: isDescending ?? false, after: undefined, limit: most };
    const ids = sort
      ? findVisits(open.columns, criteria, { sort, ...page }).first.map(([, visitId]) => visitId)
      : heaviest(open.columns, criteria, most);
    return (await this.#rows.of(ids)).filter(test);
  }
}
