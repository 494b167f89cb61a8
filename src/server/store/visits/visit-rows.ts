import { sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import { readLists } from "./read-lists.ts";
import { visitMembers } from "./visit-queries.ts";
import type { VisitTable } from "./visit-tables.ts";

const maxKept = 8000;

/**
 * The rows of pages, read by id: the last 8,000 stay in memory (some 8 MB) until they change. Reading fifty takes 0.4 ms,
 * and the first pages of the clinic's views are requested all day.
 */
export class VisitRows {
  readonly #engine: Pick<Engine, "db" | "kind">;
  readonly #kept = new Map<string, VisitTable>();
  /** Counts changes of rows: rows read before a change must not be cached. */
  #changes = 0;

  constructor(engine: Pick<Engine, "db" | "kind">) {
    this.#engine = engine;
  }

  forget(visitId: string): void {
    this.#changes += 1;
    this.#kept.delete(visitId);
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#kept.clear();
  }

  /** In the order of the ids; missing ones are left out. */
  async of(ids: readonly string[]): Promise<VisitTable[]> {
    const missing = ids.filter((id) => !this.#kept.has(id));
    const known = new Map(ids.map((id) => [id, this.#kept.get(id)]));
    if (missing.length > 0) for (const row of await this.#read(missing)) known.set(row.visit_id, row);
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  async #read(ids: readonly string[]): Promise<VisitTable[]> {
    const before = this.#changes;
    const lists = await readLists(this.#engine, visitMembers, sql`visit_id in (${sql.join(ids)})`);
    // The values come in the order of the query's columns.
    const rows = lists.map(
      (values) =>
        Object.fromEntries(
          visitMembers.map((member, index) => [member, values[index]]),
        ) as unknown as VisitTable,
    );
    if (this.#changes !== before) return rows;
    for (const row of rows) this.#kept.set(row.visit_id, row);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
    }
    return rows;
  }
}
