import type { Migration } from "#room/server/store/migration.ts";

/** Letters that people are writing, with their files, and what became of those that did not arrive. */
export const drafts: Migration = {
  name: "0072-drafts",
  async up({ db, integer }) {
    await db.schema
      .alterTable("sent_message")
      .addColumn("attended", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await db.schema.alterTable("sent_message").addColumn("resend_of", integer).execute();
    await db.schema
      .createTable("draft_box")
      .addColumn("user_id", integer, (column) => column.primaryKey().references("app_user.user_id"))
      .addColumn("changes", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("draft")
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("draft_id", "text", (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addColumn("change_number", integer, (column) => column.notNull())
      .addColumn("editor_id", "text", (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      // Null: it was sent or discarded.
      .addColumn("content", "text")
      .addPrimaryKeyConstraint("draft_pk", ["user_id", "draft_id"])
      .execute();
    await db.schema.createIndex("draft_changes").on("draft").columns(["user_id", "change_number"]).execute();
    await db.schema
      .createTable("draft_file")
      .addColumn("user_id", integer, (column) => column.notNull())
      .addColumn("draft_id", "text", (column) => column.notNull())
      .addColumn("file_id", "text", (column) => column.notNull())
      .addColumn("piece", integer, (column) => column.notNull())
      .addColumn("size", integer, (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("draft_file_pk", ["user_id", "draft_id", "file_id", "piece"])
      .execute();
  },
};
