import type { Migration } from "#room/server/store/migration.ts";

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
