import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** API keys of programs. */
export const programKeys: Migration = {
  name: "0021-program-keys",
  async up({ db, serial, integer }) {
    await db.schema
      .createTable("program_key")
      .addColumn("key_id", serial, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", "text", (column) => column.notNull())
      .addColumn("operations", "text", (column) => column.notNull())
      .addColumn("practices", "text", (column) => column.notNull())
      .addColumn("key_created_at", integer, (column) => column.notNull())
      .addColumn("created_by", "text")
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("ended_at", integer)
      .addColumn("ended_by", "text")
      .addColumn("last_used_from", "text")
      .execute();
    // The trail identifies keys by name, so active keys have unique names.
    await sql`create unique index program_key_name on program_key (name_key) where ended_at is null`.execute(
      db,
    );
    await db.schema
      .createTable("program_secret")
      .addColumn("secret_hash", "text", (column) => column.primaryKey())
      .addColumn("key_id", integer, (column) => column.notNull().references("program_key.key_id"))
      .addColumn("mark", "text", (column) => column.notNull())
      .addColumn("hint", "text", (column) => column.notNull())
      .addColumn("secret_created_at", integer, (column) => column.notNull())
      .addColumn("works_until", integer)
      .addColumn("last_used_at", integer)
      .execute();
    await sql`create unique index program_secret_current on program_secret (key_id) where works_until is null`.execute(
      db,
    );
    await db.schema.createIndex("program_secret_key").on("program_secret").column("key_id").execute();
  },
};
