import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { VisitTable } from "./visit-tables.ts";
import { type DonePage, type DoneState, DoneVisits } from "./done-visits.ts";
import { type LooseFilter, matcherOf, readFilter, type ReadFilter, type Test } from "./match-visits.ts";
import { type OpenNow, OpenVisits } from "./open-visits.ts";
import { firstOf, placesOf, tallyOf } from "./search-open.ts";
import { compareKeys, FirstFew, keyOf } from "./sort-visits.ts";
import { addFound, type Tally } from "./tally.ts";
import { prepareVisitQueries } from "./visit-queries.ts";
import { visitsNamed, visitsWithWords, wordsOf } from "./visit-words.ts";
import type { Asker, Found, SortKey, VisitPage, VisitQuery } from "./visit-types.ts";

/** Of what a text or a list of ids finds among the done ones, so many are looked at. */
const mostNamed = 1000;
const countsKept = 200;
const countsKeptMs = 1000;

/** A filter made ready: its test, and, where it names visits, those. */
interface Prepared {
  readonly filter: ReadFilter;
  /** Of a row that is done. */
  readonly test: Test;
  /** Of the open ones those that it finds; to be read before the next search. */
  readonly places: () => Int32Array;
  /** The done visits that it can find at all; undefined: any. */
  readonly named: readonly VisitTable[] | undefined;
  readonly isNamedCut: boolean;
  readonly open: OpenNow;
}

export class VisitLists {
  readonly #db: Kysely<Tables>;
  readonly #vault: Vault;
  readonly #queries: ReturnType<typeof prepareVisitQueries>;
  readonly open: OpenVisits;
  readonly done: DoneVisits;
  readonly #counts = new Map<string, { found: Found; changeNumber: number; at: number }>();

  constructor(db: Kysely<Tables>, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
    this.#queries = prepareVisitQueries({ db });
    this.open = new OpenVisits(db);
    this.done = new DoneVisits(db);
  }

  async #prepare(loose: LooseFilter, asker: Asker, now: number): Promise<Prepared> {
    const filter = readFilter(loose, asker, now);
    const { text, visitIds } = filter;
    let named = visitIds ?? new Set<string>();
    if (text !== undefined) {
      const words = wordsOf(text);
      const found =
        words.length === 0 ? [] : await visitsWithWords({ db: this.#db, vault: this.#vault }, words);
      named = new Set([...(await visitsNamed(this.#db, text)), ...found]);
    }
    const hasNames = text !== undefined || visitIds !== undefined;
    const isDoneAsked = filter.states.has("charged") || filter.states.has("closed");
    const ids = hasNames && isDoneAsked ? [...named] : [];
    const rows = ids.length > 0 ? await this.#queries.visitsOf(this.#db, ids.slice(0, mostNamed)) : [];
    // Last, so that it is the newest.
    const open = await this.open.now();
    return {
      filter,
      test: matcherOf(filter, now, named),
      places: () => placesOf(open.columns, { filter, now, named }),
      named: hasNames ? rows.filter((row) => row.is_open === 0) : undefined,
      isNamedCut: ids.length > mostNamed,
      open,
    };
  }

  async list(asked: VisitQuery, asker: Asker, now: number): Promise<VisitPage> {
    const prepared = await this.#prepare(asked.filter, asker, now);
    const { filter, test, named, open } = prepared;
    const places = prepared.places();
    const isDoneAsked = filter.states.has("charged") || filter.states.has("closed");
    // Nobody is needed for what is done.
    const query = isDoneAsked && asked.sort === "need" ? { ...asked, sort: "age" as const } : asked;
    const { after, limit } = query;
    const compare = (a: VisitTable, b: VisitTable) => compareKeys(keyOf(a, query), keyOf(b, query), query);
    const isBehind = (row: VisitTable) =>
      after === undefined || compareKeys(keyOf(row, query), after, query) > 0;
    const first = new FirstFew(limit, compare);
    const tally = tallyOf(open.columns, places);
    for (const row of firstOf(open.columns, places, { ...query, limit: limit + 1 })) first.offer(row);
    for (const row of named ?? []) {
      if (!test(row)) continue;
      tally.add(row);
      if (isBehind(row)) first.offer(row);
    }
    const found = await this.#foundOf(prepared, tally, now);
    const pages = named ? [] : await this.#donePages(filter, query);
    const near = this.#nearest(pages, query);
    for (const row of pages.flatMap((page) => page.rows)) first.offer(row);
    // Behind the place up to which a list was looked through nothing is in order yet.
    const visits = first.rows.filter(
      (row) => near === undefined || compareKeys(keyOf(row, query), near, query) <= 0,
    );
    const last = visits.at(-1);
    const isFull = first.isCut && visits.length === first.rows.length;
    return {
      visits,
      next: isFull ? last && keyOf(last, query) : near,
      found,
      changeNumber: open.changeNumber,
    };
  }

  #donePages(filter: ReadFilter, query: VisitQuery): Promise<DonePage[]> {
    const states = (["charged", "closed"] as const).filter((state) => filter.states.has(state));
    return Promise.all(states.map((state) => this.done.page(state, filter, query)));
  }

  #nearest(pages: readonly DonePage[], query: VisitQuery): SortKey | undefined {
    return pages
      .map((page) => page.resume)
      .filter((key) => key !== undefined)
      .toSorted((a, b) => compareKeys(a, b, query))[0];
  }

  async #foundOf({ filter, named, isNamedCut, open }: Prepared, tally: Tally, now: number): Promise<Found> {
    const inMemory = { ...tally.found(), isExact: !isNamedCut };
    if (named) return inMemory;
    const states = (["charged", "closed"] as const).filter((state) => filter.states.has(state));
    if (states.length === 0) return inMemory;
    const counted = await Promise.all(states.map((state) => this.#countDone(state, filter, open, now)));
    return addFound([inMemory, ...counted]);
  }

  /** A count of many is kept while nothing changes, and for a second. */
  async #countDone(
    state: DoneState,
    filter: ReadFilter,
    { changeNumber }: OpenNow,
    now: number,
  ): Promise<Found> {
    const key = JSON.stringify([state, filter], (_, value: unknown) =>
      value instanceof Set ? [...value] : value,
    );
    const known = this.#counts.get(key);
    if (known && (known.changeNumber === changeNumber || Math.abs(now - known.at) < countsKeptMs))
      return known.found;
    const found = await this.done.count(state, filter);
    this.#counts.delete(key);
    this.#counts.set(key, { found, changeNumber, at: now });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > countsKept && oldest !== undefined) this.#counts.delete(oldest);
    return found;
  }

  async count(filter: LooseFilter, asker: Asker, now: number): Promise<Found> {
    const prepared = await this.#prepare(filter, asker, now);
    const tally = tallyOf(prepared.open.columns, prepared.places());
    for (const row of prepared.named ?? []) if (prepared.test(row)) tally.add(row);
    return this.#foundOf(prepared, tally, now);
  }

  /** The first few open ones that nobody has and that are not put off; without an order, by money times days. */
  async free(
    filter: LooseFilter,
    asker: Asker,
    { now, most }: { now: number; most: number },
  ): Promise<VisitTable[]> {
    const states = (filter.states ?? []).filter((state) => state === "withheld" || state === "refused");
    if ((filter.states ?? []).length > 0 && states.length === 0) return [];
    const narrowed = { ...filter, states, takenBy: null, isFree: true, isSnoozed: false };
    const prepared = await this.#prepare(narrowed, asker, now);
    const { columns } = prepared.open;
    const places = prepared.places();
    const { sort, isDescending } = filter;
    if (sort)
      return firstOf(columns, places, {
        sort,
        isDescending: isDescending ?? false,
        after: undefined,
        limit: most,
      });
    const [amounts, firsts] = [columns.numbers("amount_minor"), columns.numbers("first_received_at")];
    const weight = (place: number) => (amounts[place] ?? 0) * (1 + (now - (firsts[place] ?? 0)) / 86_400_000);
    const first = new FirstFew<number>(
      most,
      (a, b) => weight(b) - weight(a) || (firsts[a] ?? 0) - (firsts[b] ?? 0),
    );
    for (const place of places) first.offer(place);
    return first.rows.flatMap((place) => columns.rows[place] ?? []);
  }
}
