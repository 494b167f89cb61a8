import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Whether an attempt may have delivered a mail although no answer came; unknown for older mails. */
export const mailOutcomes: Migration = {
  name: "0010-mail-outcomes",
  async up({ db, integer }) {
    await db.schema
      .alterTable("outgoing_mail")
      .addColumn("may_have_arrived", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update outgoing_mail set may_have_arrived = 1 where state = 'waiting' and attempts > 0`.execute(
      db,
    );
  },
};
