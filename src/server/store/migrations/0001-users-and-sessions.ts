import type { Migration } from "#room/server/store/migration.ts";

export const usersAndSessions: Migration = {
  name: "0001-users-and-sessions",
  async up({ db, serial, integer }) {
    await db.schema
      .createTable("app_user")
      .addColumn("user_id", serial, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", "text", (column) => column.notNull().unique())
      .addColumn("password_record", "text")
      .addColumn("rights", "text", (column) => column.notNull())
      .addColumn("disabled", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("user_address")
      .addColumn("address_key", "text", (column) => column.primaryKey())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("position", integer, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("user_address_user").on("user_address").column("user_id").execute();
    await db.schema
      .createTable("session")
      .addColumn("id_hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_seen_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("ended_at", integer)
      .addColumn("end_reason", "text")
      .addColumn("remember", integer, (column) => column.notNull())
      .addColumn("remote_address", "text")
      .execute();
    await db.schema.createIndex("session_user").on("session").column("user_id").execute();
    await db.schema
      .createTable("throttle")
      .addColumn("throttle_key", "text", (column) => column.primaryKey())
      .addColumn("window_started_at", integer, (column) => column.notNull())
      .addColumn("hits", integer, (column) => column.notNull())
      .execute();
  },
};
