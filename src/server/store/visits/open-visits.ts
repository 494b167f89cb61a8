import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { OpenColumns } from "./open-columns.ts";
import type { VisitTable } from "./visit-tables.ts";

const rowsAtOnce = 1000;

/** The open visits as of a change. The rows are in no order, and are not to be changed. */
export interface OpenNow {
  readonly columns: OpenColumns;
  readonly changeNumber: number;
}

export async function lastChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("counter")
    .select("changes")
    .where("name", "=", "invoice")
    .executeTakeFirst();
  return row?.changes ?? 0;
}

/**
 * The open visits in memory: 50,000 of them are some 30 MB, and are filtered, sorted and summed in a millisecond or two,
 * whatever is asked of them, which no index can promise. The database stays the truth: before each answer the changes since the last one are read from it, by
 * their number, so that every process sees what any other has committed.
 */
export class OpenVisits {
  readonly #db: Kysely<Tables>;
  #columns = new OpenColumns();
  #upTo: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** As of now: with everything that was committed before the call. */
  async now(): Promise<OpenNow> {
    // Whoever comes while one reads shares the next reading: the one under way may have begun too early.
    if (!this.#next) {
      this.#next = this.#running.then(() => {
        this.#next = undefined;
        return this.#catchUp();
      });
      this.#running = this.#next.catch(() => undefined);
    }
    await this.#next;
    return { columns: this.#columns, changeNumber: this.#upTo ?? 0 };
  }

  async #catchUp(): Promise<void> {
    const changes = await lastChange(this.#db);
    if (this.#upTo === undefined || changes < this.#upTo || this.#columns.isWorn) return this.#load(changes);
    if (changes === this.#upTo) return;
    await this.#readSince(this.#upTo, "was_open");
    this.#upTo = changes;
  }

  async #load(changes: number): Promise<void> {
    this.#columns = new OpenColumns();
    await this.#readSince(0, "is_open");
    this.#upTo = changes;
    // What changed while it was read has a higher number.
    await this.#catchUp();
  }

  async #readSince(since: number, flag: "was_open" | "is_open"): Promise<void> {
    for (let after = since; ;) {
      const rows = await this.#db
        .selectFrom("visit")
        .selectAll()
        .where((build) => build(flag, "=", build.lit(1)))
        .where("change_number", ">", after)
        .orderBy("change_number")
        .limit(rowsAtOnce)
        .execute();
      for (const row of rows) this.#put(row);
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = last.change_number;
      await nextTurn();
    }
  }

  #put(row: VisitTable): void {
    if (row.is_open === 1) this.#columns.put(row);
    else this.#columns.remove(row.visit_id);
  }
}
