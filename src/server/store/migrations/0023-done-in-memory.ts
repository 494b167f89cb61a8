import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/**
 * Charged and closed visits are searched in memory: a charge need not update indexes for the orders they are shown in.
 */
export const doneInMemory: Migration = {
  name: "0023-done-in-memory",
  async up({ db }) {
    for (const state of ["charged", "closed"])
      for (const column of ["received_at", "first_received_at", "amount_minor", "service_date", "reason_key"])
        await sql`drop index if exists ${sql.id(`visit_${state}_${column}`)}`.execute(db);
  },
};
