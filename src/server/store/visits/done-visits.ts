import { sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import type { ReadFilter } from "./match-visits.ts";
import type { OpenNow } from "./open-visits.ts";
import { keepIn, readChanged } from "./read-columns.ts";
import { VisitColumns } from "./visit-columns.ts";
import type { VisitRows } from "./visit-rows.ts";
import type { Found } from "./visit-types.ts";

export type DoneState = "charged" | "closed";

/** The charged and closed visits in memory: read once, when one is first asked for, and caught up by the change number. */
export class DoneVisits {
  readonly #engine: Pick<Engine, "db" | "kind">;
  readonly #rows: VisitRows;
  #columns = new VisitColumns();
  #upTo = 0;
  /** The open visits that they belong to: when those are read anew, so are these. */
  #open: OpenNow["columns"] | undefined;
  #reading: Promise<void> | undefined;

  constructor(engine: Pick<Engine, "db" | "kind">, rows: VisitRows) {
    this.#engine = engine;
    this.#rows = rows;
  }

  /** As of the same change as the open ones, or later. */
  async now({ columns, changeNumber }: OpenNow): Promise<VisitColumns> {
    if (this.#open !== columns) {
      await this.#reading?.catch(() => undefined);
      if (this.#open !== columns) {
        this.#open = columns;
        this.#columns = new VisitColumns();
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
    const columns = this.#columns;
    // One that was open and is not known yet is no more done than any other: it is read again when it changes.
    const which = this.#upTo === 0 ? sql`is_open = 0` : sql`1 = 1`;
    await readChanged(this.#engine, { after: this.#upTo, which }, (row) => {
      this.#rows.forget(row.visit_id);
      keepIn(columns, row, row.is_open === 0);
    });
    this.#upTo = Math.max(this.#upTo, changeNumber);
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
