import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** How the clinic sends mail elsewhere, and its last test of that. */
export const mailSettings: Migration = {
  name: "0070-mail-settings",
  async up({ db, integer }) {
    await db.schema
      .createTable("mail_setting")
      .addColumn("one", integer, (column) => column.primaryKey().check(sql`one = 1`))
      .addColumn("asks_for_notices", integer, (column) => column.notNull())
      .addColumn("notice_minutes", integer, (column) => column.notNull())
      .addColumn("test_message_id", integer)
      .addColumn("version", integer, (column) => column.notNull())
      .execute();
  },
};
