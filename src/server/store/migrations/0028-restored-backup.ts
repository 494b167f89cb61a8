import type { Migration } from "#room/server/store/migration.ts";

/** What was restored from a backup, and which program keys wait for an administrator since. */
export const restoredBackup: Migration = {
  name: "0028-restored-backup",
  async up({ db, integer }) {
    // The restore has made it already; see backup/mark-restored.ts.
    await db.schema
      .createTable("restored_backup")
      .ifNotExists()
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("restored_at", integer, (column) => column.notNull())
      .addColumn("settled_at", integer)
      .addColumn("confirmed_at", integer)
      .execute();
    await db.schema.alterTable("program_key").addColumn("held_since", integer).execute();
  },
};
