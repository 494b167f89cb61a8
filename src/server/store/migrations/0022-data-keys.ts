import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The wrapped encryption keys, and the key an attachment's chunk is sealed under, which its bytes do not show. */
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
    // Only one key can be current.
    await sql`create unique index data_key_current on data_key (state) where state = 'current'`.execute(db);
    await db.schema
      .alterTable("attachment_piece")
      .addColumn("key_id", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
