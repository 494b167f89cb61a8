import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/**
 * Which letters belong together, by their own Message-IDs and those they refer to, and the visits they are about. What a
 * letter stored earlier referred to is not known: later ones find it by its own ID.
 */
export const conversations: Migration = {
  name: "0068-conversations",
  async up({ db, integer, kind }) {
    for (const column of ["mail_id", "mail_references"])
      await db.schema.alterTable("message").addColumn(column, "text").execute();
    await db.schema.alterTable("message").addColumn("thread_id", integer).execute();
    await db.schema
      .createTable("thread_mail")
      .addColumn("mail_id", "text", (column) => column.primaryKey())
      .addColumn("thread_id", integer, (column) => column.notNull())
      .execute();
    await sql`insert into thread_mail (mail_id, thread_id)
      select mail_id, min(message_id) from outgoing_mail where mail_id is not null group by mail_id`.execute(
      db,
    );
    // One that was fetched has its ID beside it: same mailbox, same instant. Where two came at once, nobody knows which.
    const bare = kind === "sqlite" ? sql`trim(mail_key, '<>')` : sql`btrim(mail_key, '<>')`;
    await sql`insert into thread_mail (mail_id, thread_id)
      select ${bare}, min(message_id) from fetched_mail
        join mailbox_entry on mailbox_entry.user_id = fetched_mail.user_id
          and mailbox_entry.received_at = fetched_mail.fetched_at
        where mail_key like '<%>'
        group by ${bare} having count(distinct message_id) = 1
        on conflict (mail_id) do nothing`.execute(db);
    await sql`update message set thread_id = message_id,
      mail_id = (select min(mail_id) from thread_mail where thread_mail.thread_id = message.message_id)`.execute(
      db,
    );
    await db.schema.createIndex("message_thread").on("message").column("thread_id").execute();
    await db.schema
      .createTable("message_visit")
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("visit_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("message_visit_key", ["message_id", "visit_id"])
      .execute();
    await db.schema.createIndex("message_visit_of").on("message_visit").column("visit_id").execute();
  },
};
