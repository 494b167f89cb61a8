import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** What a user sent, whoever received it and whatever client they sent it with. */
export const sentOnService: Migration = {
  name: "0066-sent-on-service",
  async up({ db, integer }) {
    await db.schema.alterTable("sent_message").addColumn("sent_at", integer).execute();
    await db.schema
      .alterTable("sent_message")
      .addColumn("bcc_list", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    // Of a message without a name of its sender's only outside recipients say whose it was.
    await sql`insert into sent_message (user_id, client_id, message_id, content_digest)
      select distinct sender_user_id, 'unnamed-' || message_id, message_id, '' from outgoing_mail
      where sender_user_id is not null and not exists (select 1 from sent_message known
        where known.user_id = outgoing_mail.sender_user_id and known.message_id = outgoing_mail.message_id)`.execute(
      db,
    );
    await sql`update sent_message set sent_at =
      (select received_at from message where message.message_id = sent_message.message_id)`.execute(db);
    await db.schema
      .createIndex("sent_message_of")
      .on("sent_message")
      .columns(["user_id", "message_id"])
      .execute();
  },
};
