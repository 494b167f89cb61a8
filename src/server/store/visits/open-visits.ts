import { type Kysely, sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { readChanged } from "./read-columns.ts";
import { VisitColumns } from "./visit-columns.ts";
import type { VisitRows } from "./visit-rows.ts";

/** The open visits as of a change. */
export interface OpenNow {
  readonly columns: VisitColumns;
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
 * The open visits in memory. The database remains the truth: before each answer, the changes since the last one are
 * read from it by change number, so that every process sees what any other has committed.
 */
export class OpenVisits {
  readonly #engine: Pick<Engine, "db" | "kind">;
  readonly #rows: VisitRows;
  #columns = new VisitColumns();
  #upTo: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(engine: Pick<Engine, "db" | "kind">, rows: VisitRows) {
    this.#engine = engine;
    this.#rows = rows;
  }

  /** The current visits, including everything committed before the call. */
  async now(): Promise<OpenNow> {
    // Callers that arrive during a read share the next one: the current read may have begun too early.
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
    const upTo = await lastChange(this.#engine.db);
    if (this.#upTo === undefined || upTo < this.#upTo || this.#columns.needsRebuild) return this.#load(upTo);
    if (upTo === this.#upTo) return;
    await readChanged(this.#engine, { after: this.#upTo, which: sql`was_open = 1` }, (row) => {
      this.#rows.forget(row.visit_id);
      if (row.is_open === 1) this.#columns.put(row);
      else this.#columns.remove(row.visit_id);
    });
    this.#upTo = upTo;
  }

  async #load(upTo: number): Promise<void> {
    const columns = new VisitColumns();
    await readChanged(this.#engine, { after: 0, which: sql`is_open = 1` }, (row) => columns.put(row));
    this.#rows.forgetAll();
    this.#columns = columns;
    this.#upTo = upTo;
    // Visits that change during the read get a higher number.
    await this.#catchUp();
  }
}
