import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

/** The database itself rejects changing or deleting a row of the trail. */
async function forbidChanges({ db, kind }: MigrationContext): Promise<void> {
  if (kind === "sqlite") {
    for (const change of ["update", "delete"]) {
      await sql`create trigger ${sql.id(`audit_entry_no_${change}`)} before ${sql.raw(change)} on audit_entry
        begin select raise(abort, 'the audit trail is append-only'); end`.execute(db);
    }
    return;
  }
  await sql`create function audit_entry_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit trail is append-only'; end $$`.execute(db);
  await sql`create trigger audit_entry_append_only before update or delete on audit_entry
    for each row execute function audit_entry_append_only()`.execute(db);
}

export const auditAndSignIn: Migration = {
  name: "0007-audit-and-sign-in",
  async up(context) {
    const { db, integer } = context;
    await db.schema
      .createTable("audit_entry")
      .addColumn("seq", integer, (column) => column.primaryKey())
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("actor", "text")
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("subject", "text")
      .addColumn("remote_address", "text")
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("audit_entry_at").on("audit_entry").column("at").execute();
    await forbidChanges(context);
    await db.schema
      .createTable("server_secret")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("secret", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("digest_record")
      .addColumn("user_id", integer, (column) => column.primaryKey().references("app_user.user_id"))
      .addColumn("sha256", "text", (column) => column.notNull())
      .addColumn("md5", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("digest_nonce")
      .addColumn("nonce", "text", (column) => column.primaryKey())
      .addColumn("highest_nc", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("sign_in_attempt")
      .addColumn("state_hash", "text", (column) => column.primaryKey())
      .addColumn("browser_hash", "text", (column) => column.notNull())
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("code_verifier", "text", (column) => column.notNull())
      .addColumn("nonce", "text", (column) => column.notNull())
      .addColumn("continue_path", "text")
      .addColumn("remember", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("user_identity")
      .addColumn("issuer", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addPrimaryKeyConstraint("user_identity_key", ["issuer", "subject"])
      .execute();
  },
};
