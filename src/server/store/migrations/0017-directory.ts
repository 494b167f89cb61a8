import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Names for the GUIDs of events, and fees; their last change number is a row of `counter`. */
export const directory: Migration = {
  name: "0017-directory",
  async up({ db, integer }) {
    await db.schema
      .createTable("directory_entry")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addColumn("first_day", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("directory_entry_key", ["kind", "entry_id", "first_day"])
      .execute();
    await sql`create index directory_entry_version on directory_entry (version)`.execute(db);
    await sql`insert into counter (name, value) values ('directory', 0)`.execute(db);
  },
};
