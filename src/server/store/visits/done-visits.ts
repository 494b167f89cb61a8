import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import { readJson } from "#room/contract/written-json.ts";
import { DoneColumns, type DoneRow } from "./done-columns.ts";
import type { ReadFilter } from "./match-visits.ts";
import type { OpenNow } from "./open-visits.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { Found } from "./visit-types.ts";

export type DoneState = "charged" | "closed";

const rowsAtOnce = 1000;
const read = [
  "visit_id",
  "change_number",
  "is_open",
  "state",
  "practice_id",
  "reason",
  "currency",
  "payers",
  "providers",
  "rules",
  "amount_minor",
  "received_at",
  "first_received_at",
  "service_date",
] as const satisfies readonly (keyof VisitTable)[];
type ReadRow = DoneRow & Pick<VisitTable, "is_open" | "change_number">;

/** The charged and closed visits in memory: read once, when one is first asked for, and caught up by the change number. */
export class DoneVisits {
  readonly #engine: Pick<Engine, "db" | "kind">;
  #columns = new DoneColumns();
  #upTo = 0;
  /** The open visits that they belong to: when those are read anew, so are these. */
  #open: OpenNow["columns"] | undefined;
  #reading: Promise<void> | undefined;

  constructor(engine: Pick<Engine, "db" | "kind">) {
    this.#engine = engine;
  }

  /** As of the same change as the open ones, or later. */
  async now({ columns, changeNumber }: OpenNow): Promise<DoneColumns> {
    if (this.#open !== columns) {
      await this.#reading?.catch(() => undefined);
      if (this.#open !== columns) {
        this.#open = columns;
        this.#columns = new DoneColumns();
        this.#upTo = 0;
      }
    }
    while (this.#upTo < changeNumber) {
      this.#reading ??= this.#readUpTo(changeNumber).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#columns;
  }

  async #readUpTo(changeNumber: number): Promise<void> {
    for (;;) {
      const rows = await this.#changed(this.#upTo, changeNumber);
      for (const row of rows) {
        if (row.is_open === 1) this.#columns.remove(row.visit_id);
        else this.#columns.put(row);
        this.#upTo = Math.max(this.#upTo, row.change_number);
      }
      if (rows.length < rowsAtOnce) break;
      await nextTurn();
    }
    this.#upTo = changeNumber;
  }

  /**
   * As one text of JSON: libsql takes 16 µs to make a row an object, and so 5 (a million on the development machine: 4.6 s
   * instead of 16).
   */
  async #changed(after: number, upTo: number): Promise<ReadRow[]> {
    const { db, kind } = this.#engine;
    const columns = sql.join(read.map((column) => sql.ref(column)));
    const lists =
      kind === "postgres"
        ? sql`cast(json_agg(json_build_array(${columns})) as text)`
        : sql`json_group_array(json_array(${columns}))`;
    const { rows } = await sql<{ lists: string | null }>`select ${lists} as lists from (
      select ${columns} from visit where change_number > ${after} and change_number <= ${upTo}
      order by change_number limit ${rowsAtOnce}) as changed`.execute(db);
    const all = readJson<(string | number)[][]>(rows[0]?.lists ?? "[]");
    // The columns of that query, in their order.
    return all.map(
      (values) =>
        Object.fromEntries(read.map((column, index) => [column, values[index]])) as unknown as ReadRow,
    );
  }

  /** How many there are at all, by the counts that are kept with each change. */
  async countOfAll(state: DoneState, { practices }: ReadFilter): Promise<Found> {
    const rows = await this.#engine.db
      .selectFrom("visit_count")
      .select(["currency", "visits", "sum_minor", "practice_id"])
      .where("name", "=", `state:${state}`)
      .execute();
    const sums = new Map<string, number>();
    let total = 0;
    for (const { currency, visits, sum_minor, practice_id } of rows) {
      if (visits === 0 || practices?.has(practice_id) === false) continue;
      total += visits;
      sums.set(currency, (sums.get(currency) ?? 0) + sum_minor);
    }
    return { total, isExact: true, sums };
  }
}
