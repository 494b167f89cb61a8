import type { Migration } from "#room/server/store/migration.ts";

/** Addresses of several people, and how far their letters are. */
export const sharedMailboxes: Migration = {
  name: "0069-shared-mailboxes",
  async up({ db, integer }) {
    await db.schema
      .createTable("shared_address")
      .addColumn("address_key", "text", (column) => column.notNull())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("address", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("shared_address_key", ["address_key", "user_id"])
      .execute();
    await db.schema.createIndex("shared_address_user").on("shared_address").column("user_id").execute();
    await db.schema
      .createTable("shared_letter")
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("address_key", "text", (column) => column.notNull())
      .addColumn("taken_by", integer)
      .addColumn("answering_by", integer)
      .addColumn("answering_until", integer, (column) => column.notNull().defaultTo(0))
      .addColumn("answered_by", integer)
      .addColumn("answered_at", integer)
      .addColumn("archived_by", integer)
      .addPrimaryKeyConstraint("shared_letter_key", ["message_id", "address_key"])
      .execute();
    await db.schema.alterTable("sent_message").addColumn("shared_from", "text").execute();
    await db.schema.createIndex("sent_message_message").on("sent_message").column("message_id").execute();
    await db.schema.createIndex("shared_letter_address").on("shared_letter").column("address_key").execute();
  },
};
