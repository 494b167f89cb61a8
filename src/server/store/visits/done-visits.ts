import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "#room/server/store/engine.ts";
import { findDoneBySql } from "./done-by-sql.ts";
import type { OpenNow } from "./open-visits.ts";
import { readChanged } from "./read-columns.ts";
import { findVisits, type FoundPlaces, type Page } from "./find-visits.ts";
import type { VisitCriteria } from "./search-visits.ts";
import { VisitColumns } from "./visit-columns.ts";
import type { VisitRows } from "./visit-rows.ts";

/**
 * How long a list waits for the visits to load; then the database is searched instead, for one list at a time. Twenty
 * searches at once delayed the load until a list took 2.7 s.
 */
const patienceMs = 100;
/** How long they stay in memory after the last list; reloading a million takes two to five seconds. */
const keptMs = 10 * 60_000;

/**
 * The charged and closed visits in memory: loaded on first use, updated by change number, and dropped after ten minutes
 * without use.
 */
export class DoneVisits {
  readonly #engine: Pick<Engine, "db" | "kind" | "aside">;
  readonly #rows: VisitRows;
  #columns = new VisitColumns();
  #upTo = 0;
  /** The open visits they belong with: when those are reloaded, these are too. */
  #open: OpenNow["columns"] | undefined;
  #reading: Promise<void> | undefined;
  #isScanning = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: Pick<Engine, "db" | "kind" | "aside">, rows: VisitRows) {
    this.#engine = engine;
    this.#rows = rows;
  }

  /**
   * The done visits that match a filter without visit ids or text, as of the same change as the open ones or later.
   * Returns the same as `findVisits`.
   */
  async find(open: OpenNow, criteria: VisitCriteria, page?: Page): Promise<FoundPlaces> {
    const columns = await this.#now(open);
    if (columns) return findVisits(columns, criteria, page);
    try {
      return await findDoneBySql(this.#engine, criteria.filter, page);
    } finally {
      this.#isScanning = false;
    }
  }

  /** Undefined while they load: this caller alone then searches the database. */
  async #now({ columns, changeNumber }: OpenNow): Promise<VisitColumns | undefined> {
    this.#keep();
    if (this.#open !== columns || this.#columns.needsRebuild) {
      await this.#reading?.catch(() => undefined);
      if (this.#open !== columns || this.#columns.needsRebuild) this.#forget(columns);
    }
    const until = performance.now() + patienceMs;
    while (this.#upTo < changeNumber) {
      this.#reading ??= this.#readUpTo(changeNumber).finally(() => {
        this.#reading = undefined;
      });
      const left = until - performance.now();
      if (left <= 0 && this.#isScanning) {
        await this.#reading;
        continue;
      }
      if (left <= 0) {
        this.#isScanning = true;
        // The next caller gets the error.
        this.#reading.catch(() => undefined);
        // Until they are loaded, nothing reports changes to the cached rows.
        this.#rows.forgetAll();
        return undefined;
      }
      await Promise.race([this.#reading, sleep(left, undefined, { ref: false })]);
    }
    return this.#columns;
  }

  #keep(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#forget(undefined);
    }, keptMs).unref();
    this.#timer.refresh();
  }

  #forget(open: OpenNow["columns"] | undefined): void {
    this.#open = open;
    this.#columns = new VisitColumns();
    this.#rows.forgetAll();
    this.#upTo = 0;
  }

  async #readUpTo(changeNumber: number): Promise<void> {
    const columns = this.#columns;
    const isAnew = this.#upTo === 0;
    // An open visit is not among them; it gets a new change number when it is done.
    const which = isAnew ? sql`is_open = 0` : sql`1 = 1`;
    const { db, aside, kind } = this.#engine;
    await readChanged({ db: isAnew ? aside : db, kind }, { after: this.#upTo, which }, (row) => {
      if (!isAnew) this.#rows.forget(row.visit_id);
      if (row.is_open === 0) columns.put(row);
      else columns.remove(row.visit_id);
    });
    if (isAnew) this.#rows.forgetAll();
    if (this.#columns === columns) this.#upTo = Math.max(this.#upTo, changeNumber);
  }
}
