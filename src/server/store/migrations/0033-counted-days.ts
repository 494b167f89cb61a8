import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** By which time zone's days events are counted: until now by those of UTC. */
export const countedDays: Migration = {
  name: "0033-counted-days",
  async up({ db, integer }) {
    await db.schema
      .createTable("counted")
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("time_zone", "text", (column) => column.notNull())
      .addColumn("recounts", integer, (column) => column.notNull())
      .execute();
    await sql`insert into counted (one, time_zone, recounts) values (1, 'UTC', 0)`.execute(db);
  },
};
