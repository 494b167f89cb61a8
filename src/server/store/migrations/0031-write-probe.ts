import type { Migration } from "#room/server/store/migration.ts";

/** One row that is rewritten to learn whether anything can be written. */
export const writeProbe: Migration = {
  name: "0031-write-probe",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("write_probe")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("content", bytes, (column) => column.notNull())
      .execute();
  },
};
