import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Finds expired claims and snoozes, of which there are few. */
export const visitsOver: Migration = {
  name: "0016-visits-over",
  async up({ db }) {
    await sql`create index visit_taken on visit (taken_until) where taken_until > 0`.execute(db);
    await sql`create index visit_put_off on visit (snoozed_until) where snoozed_until > 0`.execute(db);
  },
};
