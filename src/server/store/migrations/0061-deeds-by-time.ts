import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** What people did on some days is found without reading all they ever did. */
export const deedsByTime: Migration = {
  name: "0061-deeds-by-time",
  async up({ db }) {
    await sql`create index visit_deed_at on visit_deed (at)`.execute(db);
  },
};
