import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EngineKind } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { type Order, sortColumns } from "./sort-visits.ts";
import { Tally } from "./visit-counts.ts";
import type { VisitCriteria } from "./figure-conditions.ts";
import { conditionsOf } from "./visit-conditions.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { Condition, Part } from "./term-ways.ts";
import type { SortKey } from "./visit-types.ts";

export interface ListLimits {
  /** Beyond it a list's total is a lower bound. */
  readonly counted: number;
  /** The most rows of charged or closed visits that one query looks at. */
  readonly looked: number;
  /** How many of them where there are more: they cannot be counted exactly, and their rows lie far apart on the disk. */
  readonly sampled: number;
  /** The same for entries of an index, which takes a tenth as long. */
  readonly scanned: number;
}

/** What reads visits: one state of the database. */
export interface VisitSource {
  readonly db: Kysely<Tables>;
  readonly kind: EngineKind;
  readonly limits: ListLimits;
}

export interface FoundVisits {
  readonly tally: Tally;
  readonly isExact: boolean;
  /** The first ones of the page that was asked for. */
  readonly first: SortKey[] | undefined;
}

export interface WalkedVisits {
  readonly rows: VisitTable[];
  readonly keys: SortKey[];
  readonly end: SortKey | undefined;
}

/** The columns of each order's index. */
const indexed: ReadonlySet<string> = new Set([
  "received_at",
  "first_received_at",
  "amount_minor",
  "service_date",
]);

export type Page = Order & { readonly after: SortKey | undefined; readonly limit: number };

/** One part of a list, as the database reads it on either engine. */
export class VisitSelect {
  readonly #source: VisitSource;
  readonly part: Part;
  readonly #now: number;
  readonly #conditions: readonly Condition[];
  /** No visit of this part can match. */
  readonly isNone: boolean;

  constructor(source: VisitSource, part: Part, criteria: VisitCriteria) {
    this.#source = source;
    this.part = part;
    this.#now = criteria.now;
    const conditions = conditionsOf(source.kind, part, criteria);
    this.#conditions = conditions ?? [];
    this.isNone = conditions === undefined;
  }

  /** Only states and practices are asked for, of which there are counts. */
  get isCounted(): boolean {
    return this.#conditions.every(({ isCounted }) => isCounted === true);
  }

  /** All its conditions. */
  get all(): RawBuilder<unknown> {
    return sql.join([sql`1 = 1`, ...this.#conditions.map((each) => each.sql)], sql` and `);
  }

  /** The index of an order begins with the state. */
  get #ofPart(): RawBuilder<unknown> {
    return sql`state = ${sql.lit(this.part)}`;
  }

  /** Keeps the engines from reading by state what is to be found by an id. */
  get #isOfPart(): RawBuilder<unknown> {
    return sql`coalesce(state, '') = ${sql.lit(this.part)}`;
  }

  #value({ sort }: Pick<Order, "sort">): RawBuilder<unknown> {
    if (sort === "reason" && this.part === "charged") return sql`cast('' as text)`;
    return sql.ref(sortColumns[sort]);
  }

  #behind({ after, isDescending, sort }: Page, value = this.#value({ sort })): RawBuilder<unknown> {
    if (after === undefined) return sql`1 = 1`;
    return sql`(${value}, visit_id) ${sql.raw(isDescending ? "<" : ">")} (${after[0]}, ${after[1]})`;
  }

  #order({ isDescending, sort }: Order, value = this.#value({ sort })): RawBuilder<unknown> {
    const direction = sql.raw(isDescending ? "desc" : "asc");
    return sql`order by ${value} ${direction}, visit_id ${direction}`;
  }

  /** What is counted and found in one of the orders' indexes, without a look at a row. */
  #ranges({ sort }: Pick<Order, "sort">): readonly Condition[] {
    const ranges = this.#conditions.filter(({ column = "" }) => indexed.has(column));
    const others = this.#conditions.filter((each) => !ranges.includes(each));
    const isOfIndex = others.every(({ column }) => column === "practice_id");
    return isOfIndex && (sort !== "reason" || this.part === "charged") ? ranges : [];
  }

  /**
   * Counts and sums what matches, and finds the first ones of a page; undefined for these if there is too much to look
   * at and the page must be walked instead.
   */
  async find(page?: Page): Promise<FoundVisits> {
    if (this.part === "open") return this.#findOpen(page);
    const ranges = this.#ranges(page ?? { sort: "age" });
    return ranges.length > 0 ? this.#findInIndex(ranges, page) : this.#findInRows(page);
  }

  async #findOpen(page: Page | undefined): Promise<FoundVisits> {
    const { kind, limits } = this.#source;
    // One look at all of them costs SQLite less than an index that many are found by.
    const isFew = this.#conditions.some(({ column }) => column === "visit_id");
    const how = kind === "sqlite" && !isFew ? sql` not indexed` : sql``;
    const { tally, keys } = await this.#counted(
      sql`select visit_id, ${page ? this.#value(page) : sql`0`} as value, currency, amount_minor, 1 as matches
        from open_visit${how} where ${this.all} limit ${limits.counted + 1}`,
      page,
    );
    const isExact = tally.total <= limits.counted;
    return { tally, isExact, first: isExact ? keys : undefined };
  }

  /** Of several queries, the one that finds the fewest, and how many up to a limit. */
  async #fewest<Of>(queries: readonly { readonly of: Of; readonly found: RawBuilder<unknown> }[]) {
    let fewest: { readonly held: number; readonly of: Of } | undefined;
    for (const { of, found } of queries) {
      const { rows } = await sql<{
        visits: number;
      }>`select count(*) as visits from (${found}) as held`.execute(this.#source.db);
      const held = Number(rows[0]?.visits);
      if (fewest === undefined || held < fewest.held) fewest = { held, of };
    }
    return fewest;
  }

  /** Looks at the done visits that the condition with an index finds by which there are the fewest. */
  async #findInRows(page: Page | undefined): Promise<FoundVisits> {
    const { looked: mostLooked, sampled, counted } = this.#source.limits;
    const within = ({ ids, column, sql: is }: Condition, limit: number) =>
      ids
        ? sql`select visit_id from (${ids}) as way limit ${limit}`
        : column === "visit_id"
          ? sql`select visit_id from visit where ${is}`
          : sql`select 1 from visit where ${this.#ofPart} and ${is} limit ${limit}`;
    const ways = this.#conditions.filter(({ column, ids }) => column !== undefined || ids !== undefined);
    const fewest = await this.#fewest(ways.map((of) => ({ of, found: within(of, mostLooked + 1) })));
    const { of: finder, held = 0 } = fewest ?? {};
    const most = held > mostLooked ? sampled : mostLooked;
    const looked = finder
      ? finder.ids || finder.column === "visit_id"
        ? sql`visit_id in (${within(finder, most)})`
        : sql`${this.#ofPart} and ${finder.sql} limit ${most}`
      : sql`${this.#ofPart} limit ${most}`;
    const { tally, keys, looks } = await this.#counted(
      sql`select visit_id, ${page ? this.#value(page) : sql`0`} as value, currency, amount_minor,
        case when ${this.#isOfPart} and ${this.all} then 1 else 0 end as matches
        from (select * from visit where ${looked}) as looked`,
      page,
    );
    const isExact = tally.total <= counted && looks < most;
    return { tally, isExact, first: isExact ? keys : undefined };
  }

  /** Looks at the done visits within the bounds that the fewest are within. */
  async #findInIndex(ranges: readonly Condition[], page: Page | undefined): Promise<FoundVisits> {
    const { db, limits } = this.#source;
    const within = (range: Condition | undefined, most: number) =>
      sql`select visit_id, practice_id, currency, ${sql.raw([...indexed].join(", "))} from visit
        where ${this.#ofPart} and ${range?.sql ?? sql`1 = 1`} limit ${most}`;
    const fewest = await this.#fewest(ranges.map((of) => ({ of, found: within(of, limits.scanned + 1) })));
    const { held = Number.POSITIVE_INFINITY, of: narrowest } = fewest ?? {};
    const looked = sql`(${within(narrowest, limits.scanned)}) as looked where ${this.all}`;
    const { rows } = await sql<{ currency: string; visits: number; minor: number }>`select currency,
      count(*) as visits, cast(sum(amount_minor) as bigint) as minor
      from (select currency, amount_minor from ${looked} limit ${limits.counted + 1}) as counted
      group by currency`.execute(db);
    const tally = new Tally();
    for (const row of rows) tally.addMany(row.currency, Number(row.visits), Number(row.minor));
    const isWhole = held <= limits.scanned;
    const isExact = isWhole && tally.total <= limits.counted;
    // Many within bounds of the order itself are the next in that order.
    const isWalked = !isExact && page && narrowest?.column === sortColumns[page.sort];
    if (!page || !isWhole || isWalked) return { tally, isExact, first: undefined };
    const keys = await sql<{ value: string | number; visit_id: string }>`select ${this.#value(page)} as value,
      visit_id from ${looked} and ${this.#behind(page)} ${this.#order(page)} limit ${page.limit}`.execute(db);
    return { tally, isExact, first: keys.rows.map(({ value, visit_id }): SortKey => [value, visit_id]) };
  }

  /** Counts and sums what a query found, and its first ones after a place in an order. */
  async #counted(found: RawBuilder<unknown>, page: Page | undefined) {
    const first = page
      ? sql` union all select * from (select cast(null as text), cast(null as bigint), cast(null as bigint),
          cast(null as bigint), visit_id, value from found
          where matches = 1 and ${this.#behind(page, sql.ref("value"))}
          ${this.#order(page, sql.ref("value"))} limit ${page.limit}) as first`
      : sql``;
    const { rows } = await sql<{
      currency: string;
      looks: number | null;
      visits: number;
      minor: number;
      visit_id: string;
      value: string | number;
    }>`with found as materialized (${found})
      select currency, count(*) as looks, sum(matches) as visits,
        cast(sum(matches * amount_minor) as bigint) as minor, null as visit_id, null as value
      from found group by currency${first}`.execute(this.#source.db);
    const tally = new Tally();
    const keys: SortKey[] = [];
    let looks = 0;
    for (const row of rows) {
      if (row.looks === null) keys.push([row.value, row.visit_id]);
      else tally.addMany(row.currency, Number(row.visits), Number(row.minor));
      looks += Number(row.looks ?? 0);
    }
    return { tally, keys, looks };
  }

  /**
   * The first rows of a page in its order, with their places in it, looking at a limited number of done ones; `end`:
   * where it stopped looking before it had as many as asked for.
   */
  async walk(page: Page): Promise<WalkedVisits> {
    const read = async (query: RawBuilder<unknown>) => {
      const { rows } = await sql<
        VisitTable & { place: string | number }
      >`select *, ${this.#value(page)} as place
        from (${query}) as page`.execute(this.#source.db);
      return {
        rows: rows.map(({ place: _place, ...row }): VisitTable => row),
        keys: rows.map(({ place, visit_id }): SortKey => [place, visit_id]),
      };
    };
    if (this.part === "open") {
      // Those within bounds may be many: SQLite would sort all of them rather than follow the order.
      const index = sql.id(`open_visit_${sortColumns[page.sort]}`);
      const how = this.#source.kind === "sqlite" ? sql` indexed by ${index}` : sql``;
      const walked = await read(sql`select * from open_visit${how}
        where ${this.#behind(page)} and ${this.all} ${this.#order(page)} limit ${page.limit}`);
      return { ...walked, end: undefined };
    }
    const looked = this.#inOrder(page);
    // Both engines keep the order of what they filter.
    const walked = await read(
      sql`select * from (select * ${looked} limit ${this.#source.limits.looked}) as looked where ${this.all} limit ${page.limit}`,
    );
    if (walked.rows.length >= page.limit || this.#conditions.length === 0)
      return { ...walked, end: undefined };
    const { rows: last } = await sql<{ value: string | number; visit_id: string }>`
      select ${this.#value(page)} as value, visit_id ${looked} limit 1 offset ${this.#source.limits.looked - 1}`.execute(
      this.#source.db,
    );
    return { ...walked, end: last[0] && [last[0].value, last[0].visit_id] };
  }

  /** The done visits of a page in order, within what the conditions say of the same column. */
  #inOrder(page: Page): RawBuilder<unknown> {
    if (page.sort === "reason" && this.part === "charged") return this.#byId(page);
    const column = sortColumns[page.sort];
    const range = this.#conditions.find((each) => each.column === column);
    return sql`from visit where ${this.#ofPart} and ${range?.sql ?? sql`1 = 1`}
      and ${this.#behind(page)} ${this.#order(page)}`;
  }

  /** What is charged has no reason: the order is that of the ids, for which there is an index. */
  #byId({ after, isDescending }: Page): RawBuilder<unknown> {
    const direction = sql.raw(isDescending ? "desc" : "asc");
    const behind =
      after === undefined || (isDescending && after[0] !== "")
        ? sql`1 = 1`
        : after[0] === ""
          ? sql`visit_id ${sql.raw(isDescending ? "<" : ">")} ${after[1]}`
          : sql`1 = 0`;
    return sql`from visit where ${this.#isOfPart} and ${behind} order by visit_id ${direction}`;
  }

  /** The first few open visits by money times days of waiting; ties by longest wait. */
  async topByValue(most: number): Promise<VisitTable[]> {
    const { rows } = await sql<VisitTable>`select * from open_visit where ${this.all}
      order by amount_minor * (1 + (cast(${this.#now} as bigint) - first_received_at) / 86400000.0) desc, first_received_at
      limit ${most}`.execute(this.#source.db);
    return rows;
  }
}
