import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** When a mail was first due: it is given up some time later, however often it was tried. */
export const mailQueued: Migration = {
  name: "0006-mail-queued",
  async up({ db, integer }) {
    await db.schema
      .alterTable("outgoing_mail")
      .addColumn("queued_at", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update outgoing_mail set queued_at = next_attempt_at`.execute(db);
  },
};
