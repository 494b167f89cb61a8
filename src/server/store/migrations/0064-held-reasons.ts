import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Why a visit was ever withheld or refused: null where only its events, which may be sealed, can tell. */
export const heldReasons: Migration = {
  name: "0064-held-reasons",
  async up({ db, kind }) {
    const listOf = (column: string) =>
      kind === "postgres"
        ? sql`json_build_array(${sql.ref(column)})::text`
        : sql`json_array(${sql.ref(column)})`;
    for (const table of ["visit", "open_visit"]) {
      for (const column of ["held_reasons", "held_rules"])
        await sql`alter table ${sql.id(table)} add column ${sql.id(column)} text default ''`.execute(db);
      await sql`update ${sql.id(table)} set held_rules = rules,
          held_reasons = case when reason = '' then '' else ${listOf("reason")} end
        where is_open = 1`.execute(db);
    }
    await sql`update visit set held_reasons = null where was_open = 1 and is_open = 0`.execute(db);
    await sql`create index visit_note_at on visit_note (written_at)`.execute(db);
    await sql`create index visit_held on visit (first_received_at, visit_id) where was_open = 1`.execute(db);
    await sql`create index visit_without_reasons on visit (visit_id) where held_reasons is null`.execute(db);
  },
};
