import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Indexes by which what was charged is summed up, and days that are closed. */
export const figures: Migration = {
  name: "0045-figures",
  async up({ db, integer }) {
    await db.schema
      .createTable("closed_day")
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("practice_id", "text", (column) => column.notNull())
      .addColumn("closed_at", integer, (column) => column.notNull())
      .addColumn("closed_by", "text", (column) => column.notNull())
      .addColumn("last_invoice", integer, (column) => column.notNull())
      .addColumn("sheets", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("closed_day_key", ["day", "practice_id"])
      .execute();
    // With all that totals are made of, so that a year is summed up in one index alone.
    for (const column of ["created_at", "service_date"])
      await sql`create index ${sql.id(`invoice_${column}`)} on invoice (${sql.id(column)}, practice_id, currency,
        total_minor, paid_minor, created_by, ended_at, invoice_number)`.execute(db);
    await sql`create index invoice_created_by on invoice (created_by)`.execute(db);
    await sql`create index invoice_line_code on invoice_line (code, invoice_number)`.execute(db);
  },
};
