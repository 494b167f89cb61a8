import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import { type Cell, readLists } from "./read-lists.ts";
import { sharedMembers } from "./kinds.ts";
import { type ColumnRow, numberColumns } from "./visit-columns.ts";

const rowsAtOnce = 1000;

const read = ["visit_id", "change_number", "is_open", ...sharedMembers, ...numberColumns] as const;

interface ChangedRow extends ColumnRow {
  readonly is_open: number;
  readonly change_number: number;
}

/** The values of a row by column name. */
function rowOf(values: readonly Cell[]): ChangedRow {
  const row: Partial<Record<(typeof read)[number], Cell>> = {};
  for (let index = 0; index < read.length; index += 1) row[read[index] ?? "visit_id"] = values[index] ?? null;
  return row as ChangedRow; // the loop gives every column
}

/**
 * Reads the visits that changed after a change number, in batches, yielding to other work in between. `which` restricts
 * them.
 */
export async function readChanged(
  engine: Pick<Engine, "db" | "kind">,
  { after, which }: { readonly after: number; readonly which: RawBuilder<unknown> },
  take: (row: ChangedRow) => void,
): Promise<void> {
  for (let last = after; ;) {
    const lists = await readLists(
      engine,
      read,
      sql`${which} and change_number > ${last} order by change_number limit ${rowsAtOnce}`,
    );
    for (const values of lists) {
      const row = rowOf(values);
      take(row);
      last = row.change_number;
    }
    if (lists.length < rowsAtOnce) return;
    await nextTurn();
  }
}
