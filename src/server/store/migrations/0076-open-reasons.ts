import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The overview sums up the open visits by reason in one index: SQLite needs a third of the time, PostgreSQL as much. */
export const openReasons: Migration = {
  name: "0076-open-reasons",
  async up({ db, kind }) {
    if (kind === "postgres") return;
    await sql`create index open_visit_reason on open_visit
      (reason, currency, first_received_at, amount_minor, practice_id)`.execute(db);
  },
};
