import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";

const rowsAtOnce = 1000;
/** Texts that many rows share are kept once. */
const sharedColumns = [
  "practice_id",
  "reason",
  "reason_key",
  "currency",
  "payers",
  "providers",
  "rules",
] as const;
const mostShared = 100_000;

/** The open visits as of a change. The rows are in no order, and are not to be changed. */
export interface OpenNow {
  readonly rows: readonly VisitTable[];
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
  #rows: VisitTable[] = [];
  #places = new Map<string, number>();
  #shared = new Map<string, string>();
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
    return { rows: this.#rows, changeNumber: this.#upTo ?? 0 };
  }

  async #catchUp(): Promise<void> {
    const changes = await lastChange(this.#db);
    if (this.#upTo === undefined || changes < this.#upTo) return this.#load(changes);
    if (changes === this.#upTo) return;
    await this.#readSince(this.#upTo, "was_open");
    this.#upTo = changes;
  }

  async #load(changes: number): Promise<void> {
    this.#rows = [];
    this.#places.clear();
    this.#shared.clear();
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
    const place = this.#places.get(row.visit_id);
    if (row.is_open !== 1) {
      if (place !== undefined) this.#remove(place, row.visit_id);
      return;
    }
    for (const column of sharedColumns) row[column] = this.#share(row[column]);
    if (place === undefined) this.#add(row);
    else this.#rows[place] = row;
  }

  /** At a place by chance, so that no order of the rows is the worst one for a list's first few. */
  #add(row: VisitTable): void {
    const place = Math.floor(Math.random() * (this.#rows.length + 1));
    const moved = this.#rows[place];
    if (moved !== undefined) {
      this.#places.set(moved.visit_id, this.#rows.length);
      this.#rows.push(moved);
    }
    this.#rows[place] = row;
    this.#places.set(row.visit_id, place);
  }

  #remove(place: number, visitId: string): void {
    this.#places.delete(visitId);
    const last = this.#rows.pop();
    if (last === undefined || last.visit_id === visitId) return;
    this.#rows[place] = last;
    this.#places.set(last.visit_id, place);
  }

  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size >= mostShared) this.#shared.clear();
    this.#shared.set(text, text);
    return text;
  }
}
