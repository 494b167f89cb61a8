import { sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import { readLists } from "./read-lists.ts";
import { visitMembers } from "./visit-queries.ts";
import type { VisitTable } from "./visit-tables.ts";

const mostKept = 4000;

/**
 * The rows of pages, read by their ids: 4,000 of them stay in memory (some 4 MB) until they change. Fifty take 0.4 ms to
 * read, and the first pages of the clinic's views are asked for all day.
 */
export class VisitRows {
  readonly #engine: Pick<Engine, "db" | "kind">;
  readonly #kept = new Map<string, VisitTable>();
  /** How often a row changed: what was read before a change is not to be kept. */
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

  /** In the order of the ids, without those that are not there. */
  async of(ids: readonly string[]): Promise<VisitTable[]> {
    const missing = ids.filter((id) => !this.#kept.has(id));
    const known = new Map(ids.map((id) => [id, this.#kept.get(id)]));
    if (missing.length > 0) for (const row of await this.#read(missing)) known.set(row.visit_id, row);
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  async #read(ids: readonly string[]): Promise<VisitTable[]> {
    const before = this.#changes;
    const lists = await readLists(this.#engine, visitMembers, sql`visit_id in (${sql.join(ids)})`);
    // The columns of that query, in their order.
    const rows = lists.map(
      (values) =>
        Object.fromEntries(
          visitMembers.map((member, index) => [member, values[index]]),
        ) as unknown as VisitTable,
    );
    if (this.#changes !== before) return rows;
    if (this.#kept.size + rows.length > mostKept) this.#kept.clear();
    for (const row of rows) this.#kept.set(row.visit_id, row);
    return rows;
  }
}
