import type { Migration } from "#room/server/store/migration.ts";

/** What was sent from a shared address is listed for all who share it; who joins has not read what the others had. */
export const sharedSent: Migration = {
  name: "0075-shared-sent",
  async up({ db, integer }) {
    await db.schema
      .createIndex("sent_message_shared")
      .on("sent_message")
      .columns(["shared_from", "message_id"])
      .execute();
    await db.schema
      .alterTable("mailbox_entry")
      .addColumn("was_brought", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
