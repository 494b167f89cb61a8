import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

export const chargedEvents: Migration = {
  name: "0002-charged-events",
  async up({ db, integer }) {
    await db.schema
      .createTable("counter")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("charged_event")
      .addColumn("event_id", "text", (column) => column.primaryKey())
      .addColumn("visit_id", "text", (column) => column.notNull())
      .addColumn("practice_id", "text", (column) => column.notNull())
      .addColumn("result", integer, (column) => column.notNull())
      .addColumn("withhold_reason", "text")
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("received_at", integer, (column) => column.notNull())
      .addColumn("received_from", "text")
      .execute();
    await db.schema
      .createTable("invoice")
      .addColumn("invoice_number", integer, (column) => column.primaryKey())
      .addColumn("visit_id", "text", (column) => column.notNull().unique())
      .addColumn("event_id", "text", (column) => column.notNull().references("charged_event.event_id"))
      .addColumn("practice_id", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("total_minor", integer, (column) => column.notNull())
      .addColumn("paid_minor", integer, (column) => column.notNull())
      .addColumn("lines", "text", (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("created_by", "text")
      .execute();
    // The row is also the lock that serializes charges, so it must exist from the start.

    await sql`insert into counter (name, value) values ('invoice', 0)`.execute(db);
  },
};
