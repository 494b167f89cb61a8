import type { Migration } from "#room/server/store/migration.ts";

/** When a message was first opened, noted only for those who let senders here know. */
export const openedHere: Migration = {
  name: "0073-opened-here",
  async up({ db, integer }) {
    await db.schema
      .alterTable("mailbox")
      .addColumn("tells_opened", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("mailbox_entry").addColumn("opened_at", integer).execute();
  },
};
