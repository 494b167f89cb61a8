import type { Migration } from "#room/server/store/migration.ts";

/** What the owner of a mailbox marks, and a line of each message. */
export const messageMarks: Migration = {
  name: "0060-message-marks",
  async up({ db, integer }) {
    for (const column of ["is_read", "is_archived"])
      await db.schema
        .alterTable("mailbox_entry")
        .addColumn(column, integer, (each) => each.notNull().defaultTo(0))
        .execute();
    await db.schema.alterTable("mailbox_entry").addColumn("labels", "text").execute();
    // Null: not made yet.
    await db.schema.alterTable("message").addColumn("preview", "text").execute();
  },
};
