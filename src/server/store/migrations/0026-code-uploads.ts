import type { Migration } from "#room/server/store/migration.ts";

export const codeUploads: Migration = {
  name: "0026-code-uploads",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("code_upload")
      .addColumn("upload_id", "text", (column) => column.notNull())
      .addColumn("uploaded_by", "text", (column) => column.notNull())
      .addColumn("set_name", "text", (column) => column.notNull())
      .addColumn("facts", "text", (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addColumn("uploaded_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("code_upload_key", ["upload_id", "uploaded_by", "set_name"])
      .execute();
  },
};
