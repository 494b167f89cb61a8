import type { Migration } from "#room/server/store/migration.ts";

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
