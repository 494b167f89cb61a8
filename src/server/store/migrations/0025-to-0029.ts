import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const appendOnly = "the audit trail is append-only";
const anchorStands = "the anchor of the audit trail moves only with its row in the trail";

/** Whether the newest row of the trail announces this move of the anchor, and the hash is that row's. */
const isTold = (schema: string) => `new.id = 1 and new.entries > old.entries
  and new.hash = (select hash from ${schema}audit_entry where seq = new.entries)
  and exists (select 1 from ${schema}audit_entry where seq = (select max(seq) from ${schema}audit_entry)
    and seq > new.entries and action = 'removed trail' and subject = 'entries 1-' || new.entries || ' ' || new.hash)`;

async function onSqlite({ db }: MigrationContext): Promise<void> {
  await sql`drop trigger audit_entry_no_delete`.execute(db);
  await sql`create trigger audit_entry_no_delete before delete on audit_entry
    when old.seq > coalesce((select entries from audit_anchor where id = 1), 0)
    begin select raise(abort, ${sql.lit(appendOnly)}); end`.execute(db);
  await sql`create trigger audit_anchor_moves before update on audit_anchor
    when coalesce(${sql.raw(isTold(""))}, 0) = 0
    begin select raise(abort, ${sql.lit(anchorStands)}); end`.execute(db);
  for (const change of ["insert", "delete"])
    await sql`create trigger ${sql.id(`audit_anchor_no_${change}`)} before ${sql.raw(change)} on audit_anchor
      begin select raise(abort, ${sql.lit(anchorStands)}); end`.execute(db);
}

/** The schema is named, so that a temporary table is not mistaken for ours. */
async function onPostgres({ db }: MigrationContext): Promise<void> {
  const found = await sql<{ name: string }>`select quote_ident(current_schema()) as name`.execute(db);
  const schema = `${found.rows[0]?.name ?? "public"}.`;
  await sql`create or replace function audit_entry_append_only() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      if old.seq <= (select entries from ${sql.raw(schema)}audit_anchor where id = 1) then return old; end if;
    end if;
    raise exception ${sql.lit(appendOnly)};
  end $$`.execute(db);
  await sql`create function audit_anchor_moves() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if ${sql.raw(isTold(schema))} then return new; end if;
    end if;
    raise exception ${sql.lit(anchorStands)};
  end $$`.execute(db);
  await sql`create trigger audit_anchor_moves before insert or update or delete on audit_anchor
    for each row execute function audit_anchor_moves()`.execute(db);
  await sql`create trigger audit_anchor_no_truncate before truncate on audit_anchor
    for each statement execute function audit_anchor_moves()`.execute(db);
}

/**
 * Rows may only be removed from the trail's beginning, up to the anchor. The anchor only moves forward, and only when
 * the trail's newest row announces it, so that nobody shortens the trail unnoticed.
 */
export const trailAnchor: Migration = {
  name: "0025-trail-anchor",
  async up(context) {
    const { db, kind, integer } = context;
    await db.schema
      .createTable("audit_anchor")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("entries", integer, (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();
    await sql`insert into audit_anchor (id, entries, hash) values (1, 0, ${"0".repeat(64)})`.execute(db);
    await (kind === "sqlite" ? onSqlite(context) : onPostgres(context));
  },
};

export const codeUploads: Migration = {
  name: "0026-code-uploads",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("code_upload")
      .addColumn("upload_id", "text", (column) => column.notNull())
      .addColumn("uploaded_by", "text", (column) => column.notNull())
      .addColumn("set_name", "text", (column) => column.notNull())
      .addColumn("facts", "text", (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addColumn("uploaded_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("code_upload_key", ["upload_id", "uploaded_by", "set_name"])
      .execute();
  },
};

/** Marks a password that this program made and printed: whoever has it chooses their own at the first sign-in. */
export const printedPassword: Migration = {
  name: "0027-printed-password",
  async up({ db, integer }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("password_printed", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** What was restored from a backup, and which program keys wait for an administrator since. */
export const restoredBackup: Migration = {
  name: "0028-restored-backup",
  async up({ db, integer }) {
    // The restore has made it already; see `settle-restore.ts`.
    await db.schema
      .createTable("restored_backup")
      .ifNotExists()
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("restored_at", integer, (column) => column.notNull())
      .addColumn("settled_at", integer)
      .addColumn("confirmed_at", integer)
      .execute();
    await db.schema.alterTable("program_key").addColumn("held_since", integer).execute();
  },
};

/** Letters at the mail service: how often each was tried, and what became of those that were not simply delivered. */
export const mailAttempts: Migration = {
  name: "0029-mail-attempts",
  async up({ db, integer, serial }) {
    await db.schema
      .createTable("mail_attempt")
      .addColumn("attempt_id", serial, (column) => column.primaryKey())
      .addColumn("account", "text", (column) => column.notNull())
      .addColumn("uid_validity", "text", (column) => column.notNull())
      .addColumn("uid", integer, (column) => column.notNull())
      .addColumn("attempts", integer, (column) => column.notNull())
      .addColumn("tried_at", integer, (column) => column.notNull())
      .addColumn("outcome", "text")
      .addColumn("reason", "text")
      .addColumn("sender", "text")
      .addColumn("size", integer)
      .addColumn("message_id", integer)
      .addUniqueConstraint("mail_attempt_letter", ["account", "uid_validity", "uid"])
      .execute();
    await db.schema
      .createIndex("mail_attempt_outcome")
      .on("mail_attempt")
      .columns(["outcome", "tried_at"])
      .execute();
  },
};
