import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** What others tell of a mail that was handed over, found by its Message-ID. */
export const deliveryNotices: Migration = {
  name: "0043-delivery-notices",
  async up({ db, integer, kind }) {
    await db.schema.alterTable("outgoing_mail").addColumn("mail_id", "text").execute();
    await db.schema.alterTable("outgoing_mail").addColumn("sent_at", integer).execute();
    await db.schema
      .alterTable("outgoing_mail")
      .addColumn("is_asked", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    // As they were written until now: a mail that is tried again keeps its Message-ID.
    const domain =
      kind === "sqlite" ? sql`substr(sender, instr(sender, '@') + 1)` : sql`split_part(sender, '@', 2)`;
    await sql`update outgoing_mail set mail_id = 'visit-console.' || message_id || '.' ||
      (select received_at from message where message.message_id = outgoing_mail.message_id) || '@' || ${domain}`.execute(
      db,
    );
    await db.schema.createIndex("outgoing_mail_id").on("outgoing_mail").column("mail_id").execute();
    await db.schema
      .createTable("delivery_notice")
      .addColumn("outgoing_id", integer, (column) => column.notNull().references("outgoing_mail.outgoing_id"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("told_at", integer, (column) => column.notNull())
      .addColumn("status", "text")
      .addColumn("reason", "text")
      .addColumn("message_id", integer)
      .addPrimaryKeyConstraint("delivery_notice_key", ["outgoing_id", "kind"])
      .execute();
    await db.schema
      .createIndex("delivery_notice_message")
      .on("delivery_notice")
      .column("message_id")
      .execute();
  },
};
