import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "#room/server/store/engine.ts";
import { findDoneBySql } from "./done-by-sql.ts";
import type { OpenNow } from "./open-visits.ts";
import { readChanged } from "./read-columns.ts";
import { findVisits, type FoundPlaces, type Page, type Sought } from "./search-visits.ts";
import { VisitColumns } from "./visit-columns.ts";
import type { VisitRows } from "./visit-rows.ts";

/**
 * So long a list waits for the visits to be read; then the database finds them, for one list at a time. Twenty at once
 * kept the reading from its end: 2.7 s for one of them.
 */
const patienceMs = 100;
/** So long after the last list of them they stay in memory: a million are read again in two to five seconds. */
const keptMs = 10 * 60_000;

/**
 * The charged and closed visits in memory: read when one is first asked for, caught up by the change number, and let go
 * when nobody has asked for ten minutes.
 */
export class DoneVisits {
  readonly #engine: Pick<Engine, "db" | "kind" | "aside">;
  readonly #rows: VisitRows;
  #columns = new VisitColumns();
  #upTo = 0;
  /** The open visits that they belong to: when those are read anew, so are these. */
  #open: OpenNow["columns"] | undefined;
  #reading: Promise<void> | undefined;
  #isScanning = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: Pick<Engine, "db" | "kind" | "aside">, rows: VisitRows) {
    this.#engine = engine;
    this.#rows = rows;
  }

  /** What a filter that names no visits finds of them, as of the same change as the open ones or later. As `findVisits`. */
  async find(open: OpenNow, sought: Sought, page?: Page): Promise<FoundPlaces> {
    const columns = await this.#now(open);
    if (columns) return findVisits(columns, sought, page);
    try {
      return await findDoneBySql(this.#engine, sought.filter, page);
    } finally {
      this.#isScanning = false;
    }
  }

  /** Undefined while they are read: the asker alone goes to the database then. */
  async #now({ columns, changeNumber }: OpenNow): Promise<VisitColumns | undefined> {
    this.#keep();
    if (this.#open !== columns || this.#columns.isWorn) {
      await this.#reading?.catch(() => undefined);
      if (this.#open !== columns || this.#columns.isWorn) this.#forget(columns);
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
        // Whoever asks next is told what went wrong.
        this.#reading.catch(() => undefined);
        // Until they are read nothing tells of changes to them.
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
    // One that is open is not among them; when it is done its number is another.
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
