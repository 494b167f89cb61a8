import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** For the People page: display names, last uses, one-time links, and the clinic's name. */
export const people: Migration = {
  name: "0019-people",
  async up({ db, integer }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("display_name", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.alterTable("app_user").addColumn("last_sign_in_at", integer).execute();
    await sql`update app_user set last_sign_in_at =
      (select max(session.created_at) from session where session.user_id = app_user.user_id)`.execute(db);
    await db.schema
      .alterTable("session")
      .addColumn("browser", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema
      .createTable("user_link")
      .addColumn("link_hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("made_at", integer, (column) => column.notNull())
      .addColumn("made_by", "text", (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("used_at", integer)
      .execute();
    await db.schema.createIndex("user_link_user").on("user_link").column("user_id").execute();
    await db.schema
      .createTable("clinic")
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .execute();
  },
};
