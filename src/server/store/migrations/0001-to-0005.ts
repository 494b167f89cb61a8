import { sql } from "kysely";
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

export const chargedEvents: Migration = {
  name: "0002-charged-events",
  async up({ db, integer }) {
    await db.schema
      .createTable("counter")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("charged_event")
      .addColumn("event_id", "text", (column) => column.primaryKey())
      .addColumn("visit_id", "text", (column) => column.notNull())
      .addColumn("practice_id", "text", (column) => column.notNull())
      .addColumn("result", integer, (column) => column.notNull())
      .addColumn("withhold_reason", "text")
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("received_at", integer, (column) => column.notNull())
      .addColumn("received_from", "text")
      .execute();
    await db.schema
      .createTable("invoice")
      .addColumn("invoice_number", integer, (column) => column.primaryKey())
      .addColumn("visit_id", "text", (column) => column.notNull().unique())
      .addColumn("event_id", "text", (column) => column.notNull().references("charged_event.event_id"))
      .addColumn("practice_id", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("total_minor", integer, (column) => column.notNull())
      .addColumn("paid_minor", integer, (column) => column.notNull())
      .addColumn("lines", "text", (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("created_by", "text")
      .execute();
    // The row is also the lock that serializes charges, so it must exist from the start.

    await sql`insert into counter (name, value) values ('invoice', 0)`.execute(db);
  },
};

export const messages: Migration = {
  name: "0003-messages",
  async up({ db, serial, integer, bytes }) {
    await db.schema
      .createTable("message")
      .addColumn("message_id", serial, (column) => column.primaryKey())
      .addColumn("sender", "text", (column) => column.notNull())
      .addColumn("to_list", "text", (column) => column.notNull())
      .addColumn("cc_list", "text", (column) => column.notNull())
      .addColumn("created_time", "text")
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("text_body", "text")
      .addColumn("html_body", "text")
      .addColumn("size", integer, (column) => column.notNull())
      .addColumn("attachment_count", integer, (column) => column.notNull())
      .addColumn("received_at", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("message_attachment")
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("file_name", "text", (column) => column.notNull())
      .addColumn("content_type", "text", (column) => column.notNull())
      .addColumn("size", integer, (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("message_attachment_key", ["message_id", "position"])
      .execute();
    await db.schema
      .createTable("mailbox_entry")
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addPrimaryKeyConstraint("mailbox_entry_key", ["user_id", "message_id"])
      .execute();
    await db.schema
      .createTable("outgoing_mail")
      .addColumn("outgoing_id", serial, (column) => column.primaryKey())
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("sender", "text", (column) => column.notNull())
      .addColumn("sender_user_id", integer)
      .addColumn("recipient", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("attempts", integer, (column) => column.notNull())
      .addColumn("next_attempt_at", integer, (column) => column.notNull())
      .addColumn("claimed_by", "text")
      .addColumn("claimed_until", integer, (column) => column.notNull())
      .addColumn("last_error", "text")
      .execute();
    await db.schema
      .createIndex("outgoing_mail_due")
      .on("outgoing_mail")
      .columns(["state", "next_attempt_at"])
      .execute();
    await db.schema
      .createTable("fetched_mail")
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("mail_key", "text", (column) => column.notNull())
      .addColumn("fetched_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("fetched_mail_key", ["user_id", "mail_key"])
      .execute();
  },
};

export const codeSets: Migration = {
  name: "0004-code-sets",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("code_set")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("system", "text", (column) => column.notNull())
      .addColumn("fiscal_year", integer, (column) => column.notNull())
      .addColumn("in_force_from", "text", (column) => column.notNull())
      .addColumn("in_force_to", "text", (column) => column.notNull())
      .addColumn("billable", integer, (column) => column.notNull())
      .addColumn("headers", integer, (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("checksum", "text", (column) => column.notNull())
      .addColumn("imported_on", "text", (column) => column.notNull())
      .addColumn("imported_by", "text", (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("code_table_part")
      .addColumn("system", "text", (column) => column.notNull())
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("format", integer, (column) => column.notNull())
      .addColumn("total_length", integer, (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("code_table_part_key", ["system", "position"])
      .execute();
    await db.schema
      .createTable("code_version")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("version", integer, (column) => column.notNull())
      .execute();
    // One row from the start, which serializes concurrent imports.
    await db
      .withTables<{ code_version: { id: number; version: number } }>()
      .insertInto("code_version")
      .values({ id: 1, version: 0 })
      .execute();
  },
};

/**
 * Bodies are separate, so that listing summaries reads none of their pages; entries are ordered by time, so that no
 * sort is needed.
 */
export const messageBodies: Migration = {
  name: "0005-message-bodies",
  async up({ db, integer }) {
    await db.schema
      .createTable("message_body")
      .addColumn("message_id", integer, (column) => column.primaryKey().references("message.message_id"))
      .addColumn("text_body", "text")
      .addColumn("html_body", "text")
      .execute();
    await sql`insert into message_body (message_id, text_body, html_body)
      select message_id, text_body, html_body from message`.execute(db);
    await db.schema.alterTable("message").dropColumn("text_body").execute();
    await db.schema.alterTable("message").dropColumn("html_body").execute();
    await db.schema
      .alterTable("mailbox_entry")
      .addColumn("received_at", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update mailbox_entry set received_at =
      (select received_at from message where message.message_id = mailbox_entry.message_id)`.execute(db);
    await db.schema
      .createIndex("mailbox_entry_newest")
      .on("mailbox_entry")
      .columns(["user_id", "received_at", "message_id"])
      .execute();
  },
};
