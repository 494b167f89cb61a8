import type { Migration } from "#room/server/store/migration.ts";

/** Second factors, and their sign-ins or setups in progress. */
export const secondFactor: Migration = {
  name: "0020-second-factor",
  async up({ db, integer }) {
    await db.schema
      .createTable("totp")
      .addColumn("user_id", integer, (column) => column.primaryKey())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("since", integer, (column) => column.notNull())
      .addColumn("last_step", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("passkey")
      .addColumn("credential_id", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer, (column) => column.notNull())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", integer, (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("rp_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_used_at", integer)
      .execute();
    await db.schema.createIndex("passkey_user").on("passkey").column("user_id").execute();
    await db.schema
      .createTable("recovery_code")
      .addColumn("user_id", integer, (column) => column.notNull())
      .addColumn("code_hash", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("recovery_code_key", ["user_id", "code_hash"])
      .execute();
    await db.schema
      .createTable("factor_challenge")
      .addColumn("handle_hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer)
      .addColumn("address_key", "text")
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("challenge", "text")
      .addColumn("tries", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .execute();
    await db.schema.alterTable("session").addColumn("proved_at", integer).execute();
    await db.schema.alterTable("session").addColumn("began_by", "text").execute();
  },
};
