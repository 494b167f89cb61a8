import type { Migration } from "#room/server/store/migration.ts";

export const codeNotice: Migration = {
  name: "0014-code-notice",
  async up({ db }) {
    await db.schema
      .createTable("code_notice")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("checksum", "text", (column) => column.notNull())
      .addColumn("accepted_on", "text", (column) => column.notNull())
      .addColumn("accepted_by", "text", (column) => column.notNull())
      .execute();
  },
};
