import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

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
