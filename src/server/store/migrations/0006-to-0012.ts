import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

/** When a mail was first due: it is given up some time later, however often it was tried. */
export const mailQueued: Migration = {
  name: "0006-mail-queued",
  async up({ db, integer }) {
    await db.schema
      .alterTable("outgoing_mail")
      .addColumn("queued_at", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update outgoing_mail set queued_at = next_attempt_at`.execute(db);
  },
};

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

/** The chunk size at that time; changing the constant later must not change this migration. */
const pieceBytes = 786_432;

/** Attachments in chunks, so that one is written out without being in memory as a whole. */
export const attachmentPieces: Migration = {
  name: "0008-attachment-pieces",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("attachment_piece")
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("piece", integer, (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("attachment_piece_key", ["message_id", "position", "piece"])
      .execute();
    // An empty file has no chunk.
    await sql`
      insert into attachment_piece (message_id, position, piece, content)
      with recursive piece_of (message_id, position, piece, size) as (
        select message_id, position, 0, size from message_attachment where size > 0
        union all
        select message_id, position, piece + 1, size from piece_of
          where (piece + 1) * ${sql.lit(pieceBytes)} < size
      )
      select one.message_id, one.position, one.piece,
        substr(whole.content, one.piece * ${sql.lit(pieceBytes)} + 1, ${sql.lit(pieceBytes)})
      from piece_of one
      join message_attachment whole
        on whole.message_id = one.message_id and whole.position = one.position`.execute(db);
    await db.schema.alterTable("message_attachment").dropColumn("content").execute();
  },
};

/** Sending a mail checks each time whether an earlier one to the same recipient is waiting. */
export const mailOrder: Migration = {
  name: "0009-mail-order",
  async up({ db }) {
    await db.schema
      .createIndex("outgoing_mail_recipient")
      .on("outgoing_mail")
      .columns(["recipient", "state", "outgoing_id"])
      .execute();
  },
};

/** Whether an attempt may have delivered a mail although no answer came; unknown for older mails. */
export const mailOutcomes: Migration = {
  name: "0010-mail-outcomes",
  async up({ db, integer }) {
    await db.schema
      .alterTable("outgoing_mail")
      .addColumn("may_have_arrived", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update outgoing_mail set may_have_arrived = 1 where state = 'waiting' and attempts > 0`.execute(
      db,
    );
  },
};

/** Messages by the ids their senders chose, so that each is accepted once; and the notice about a failed mail. */
export const sentMessages: Migration = {
  name: "0011-sent-messages",
  async up({ db, integer }) {
    await db.schema
      .createTable("sent_message")
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("client_id", "text", (column) => column.notNull())
      // Null only inside the transaction that stores the message.
      .addColumn("message_id", integer, (column) => column.references("message.message_id"))
      .addColumn("content_digest", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("sent_message_key", ["user_id", "client_id"])
      .execute();
    await db.schema.alterTable("outgoing_mail").addColumn("notice_id", integer).execute();
    await db.schema.createIndex("outgoing_mail_message").on("outgoing_mail").column("message_id").execute();
  },
};

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
