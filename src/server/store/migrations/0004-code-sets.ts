import type { Migration } from "#room/server/store/migration.ts";

export const codeSets: Migration = {
  name: "0004-code-sets",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("code_set")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("system", "text", (column) => column.notNull())
      .addColumn("fiscal_year", integer, (column) => column.notNull())
      .addColumn("in_force_from", "text", (column) => column.notNull())
      .addColumn("in_force_to", "text", (column) => column.notNull())
      .addColumn("billable", integer, (column) => column.notNull())
      .addColumn("headers", integer, (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("checksum", "text", (column) => column.notNull())
      .addColumn("imported_on", "text", (column) => column.notNull())
      .addColumn("imported_by", "text", (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("code_table_part")
      .addColumn("system", "text", (column) => column.notNull())
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("format", integer, (column) => column.notNull())
      .addColumn("total_length", integer, (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("code_table_part_key", ["system", "position"])
      .execute();
    await db.schema
      .createTable("code_version")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("version", integer, (column) => column.notNull())
      .execute();
    // One row from the start, which serializes concurrent imports.
    await db
      .withTables<{ code_version: { id: number; version: number } }>()
      .insertInto("code_version")
      .values({ id: 1, version: 0 })
      .execute();
  },
};
