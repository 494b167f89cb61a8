import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The wrapped keys of what is sealed, and under which an attachment's piece lies: of bytes it cannot be seen. */
export const dataKeys: Migration = {
  name: "0022-data-keys",
  async up({ db, integer }) {
    await db.schema
      .createTable("data_key")
      .addColumn("key_id", integer, (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("given_id", "text", (column) => column.notNull())
      .addColumn("wrapped", "text", (column) => column.notNull())
      .addColumn("made_at", integer, (column) => column.notNull())
      .execute();
    // One at a time is current, whoever changes it.
    await sql`create unique index data_key_current on data_key (state) where state = 'current'`.execute(db);
    await db.schema
      .alterTable("attachment_piece")
      .addColumn("key_id", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
