import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** What stands at the head of the clinic's papers, beside its name. */
export const clinicHead: Migration = {
  name: "0055-clinic-head",
  async up({ db, integer }) {
    for (const column of ["address", "phone", "tax_id"])
      await sql`alter table clinic add column ${sql.id(column)} text not null default ''`.execute(db);
    await sql`alter table clinic add column version ${sql.raw(integer)} not null default 0`.execute(db);
  },
};
