import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

/** What the earlier triggers missed: TRUNCATE, and replacing a row. */
async function closeTheTrail({ db, kind }: MigrationContext): Promise<void> {
  if (kind === "sqlite") {
    await sql`create trigger audit_entry_no_replace before insert on audit_entry
      when exists (select 1 from audit_entry where seq = new.seq)
      begin select raise(abort, 'the audit trail is append-only'); end`.execute(db);
    return;
  }
  await sql`create trigger audit_entry_no_truncate before truncate on audit_entry
    for each statement execute function audit_entry_append_only()`.execute(db);
}

export const signInAndTrail: Migration = {
  name: "0012-sign-in-and-trail",
  async up(context) {
    const { db, integer } = context;
    await db.schema.alterTable("sign_in_attempt").addColumn("address_key", "text").execute();
    await db.schema.alterTable("sign_in_attempt").addColumn("user_id", integer).execute();
    await db.schema
      .createTable("provider_session")
      .addColumn("id_hash", "text", (column) => column.primaryKey())
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("id_token", "text", (column) => column.notNull())
      .execute();
    await db.schema.alterTable("audit_entry").addColumn("session", "text").execute();
    await closeTheTrail(context);
    await db.schema
      .createTable("audit_head")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("entries", integer, (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("mac", "text")
      .execute();
    await sql`insert into audit_head (id, entries, hash, mac)
      select 1, coalesce(max(seq), 0),
        coalesce((select hash from audit_entry order by seq desc limit 1), ${"0".repeat(64)}), null
      from audit_entry`.execute(db);
  },
};
