import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Visits are found by who wrote a note on them. */
export const notesByPerson: Migration = {
  name: "0067-notes-by-person",
  async up({ db }) {
    await sql`create index visit_note_written_by on visit_note (written_by)`.execute(db);
  },
};
