import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { DoneVisits } from "./done-visits.ts";
import { type LooseFilter, matcherOf, readFilter, type ReadFilter, type Test } from "./match-visits.ts";
import { type OpenNow, OpenVisits } from "./open-visits.ts";
import { findDone } from "./search-done.ts";
import { firstOf, placesOf, tallyOf } from "./search-open.ts";
import { compareKeys, FirstFew, keyOf } from "./sort-visits.ts";
import type { DoneColumns } from "./done-columns.ts";
import { prepareVisitQueries } from "./visit-queries.ts";
import { visitsNamed, visitsWithWords, wordsOf } from "./visit-words.ts";
import type { Asker, Found, SortKey, VisitPage, VisitQuery } from "./visit-types.ts";

/** Of what a text or a list of ids finds among the done ones, so many are looked at. */
const mostNamed = 1000;

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
  /** The done ones, where the filter asks for them and names none. */
  readonly done: DoneColumns | undefined;
}

/** A visit's place in the order; of one that is charged or closed the row is read when it is on the page. */
interface Listed {
  readonly key: SortKey;
  readonly row: VisitTable | undefined;
}

export class VisitLists {
  readonly #db: Kysely<Tables>;
  readonly #vault: Vault;
  readonly #queries: ReturnType<typeof prepareVisitQueries>;
  readonly open: OpenVisits;
  readonly done: DoneVisits;

  constructor(engine: Pick<KeyedEngine, "db" | "kind" | "vault">) {
    const { db, vault } = engine;
    this.#db = db;
    this.#vault = vault;
    this.#queries = prepareVisitQueries({ db });
    this.open = new OpenVisits(db);
    this.done = new DoneVisits(engine);
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
    const done = isDoneAsked && !hasNames ? await this.done.now(open) : undefined;
    return {
      filter,
      test: matcherOf(filter, now, named),
      places: () => placesOf(open.columns, { filter, now, named }),
      named: hasNames ? rows.filter((row) => row.is_open === 0) : undefined,
      isNamedCut: ids.length > mostNamed,
      open,
      done,
    };
  }

  async list(asked: VisitQuery, asker: Asker, now: number): Promise<VisitPage> {
    const prepared = await this.#prepare(asked.filter, asker, now);
    const { filter, test, named, open, done } = prepared;
    const places = prepared.places();
    const isDoneAsked = filter.states.has("charged") || filter.states.has("closed");
    // Nobody is needed for what is done.
    const query = isDoneAsked && asked.sort === "need" ? { ...asked, sort: "age" as const } : asked;
    const { after, limit } = query;
    const first = new FirstFew<Listed>(limit, (a, b) => compareKeys(a.key, b.key, query));
    const offer = (row: VisitTable) => first.offer({ key: keyOf(row, query), row });
    const tally = tallyOf(open.columns, places);
    for (const row of firstOf(open.columns, places, { ...query, limit: limit + 1 })) offer(row);
    for (const row of named ?? []) {
      if (!test(row)) continue;
      tally.add(row);
      if (after === undefined || compareKeys(keyOf(row, query), after, query) > 0) offer(row);
    }
    if (done) {
      const found = findDone(done, filter, { ...query, limit: limit + 1 });
      tally.merge(found.tally);
      // Charged since the open ones were read: it stands there still.
      for (const key of found.first)
        if (open.columns.placeOf(key[1]) === undefined) first.offer({ key, row: undefined });
    }
    const last = first.rows.at(-1);
    return {
      visits: await this.#rowsOf(first.rows, test),
      next: first.isCut ? last?.key : undefined,
      found: { ...tally.found(), isExact: !prepared.isNamedCut },
      changeNumber: open.changeNumber,
    };
  }

  /** In their order, without those that have become something else meanwhile. */
  async #rowsOf(listed: readonly Listed[], test: Test): Promise<VisitTable[]> {
    const ids = listed.flatMap(({ key, row }) => (row ? [] : [key[1]]));
    const read = ids.length > 0 ? await this.#queries.visitsOf(this.#db, ids) : [];
    const byId = new Map(read.filter(test).map((row) => [row.visit_id, row]));
    return listed.flatMap(({ key, row }) => row ?? byId.get(key[1]) ?? []);
  }

  async count(filter: LooseFilter, asker: Asker, now: number): Promise<Found> {
    const prepared = await this.#prepare(filter, asker, now);
    const tally = tallyOf(prepared.open.columns, prepared.places());
    for (const row of prepared.named ?? []) if (prepared.test(row)) tally.add(row);
    if (prepared.done) tally.merge(findDone(prepared.done, prepared.filter).tally);
    return { ...tally.found(), isExact: !prepared.isNamedCut };
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
