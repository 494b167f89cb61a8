import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** What stands for a visit in lists, as the clinic chose. */
export const visitNaming: Migration = {
  name: "0056-visit-naming",
  async up({ db }) {
    await sql`alter table clinic add column visit_naming text not null default 'id'`.execute(db);
    await sql`alter table clinic add column visit_member text not null default ''`.execute(db);
  },
};
