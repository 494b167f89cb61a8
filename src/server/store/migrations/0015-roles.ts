import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/**
 * Users who could do everything but import code sets still can; the first who could do that too becomes administrator.
 */
export const roles: Migration = {
  name: "0015-roles",
  async up({ db }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("role", "text", (column) => column.notNull().defaultTo("clerk"))
      .execute();
    await sql`update app_user set role = 'lead'`.execute(db);
    await sql`update app_user set role = 'administrator' where user_id =
      (select min(user_id) from app_user where disabled = 0 and rights like '%"import-codes"%')`.execute(db);
  },
};
