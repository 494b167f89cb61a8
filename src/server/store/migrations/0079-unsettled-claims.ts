import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** An earlier version did not say when a mail left whole: what its process had in hand may have arrived. */
export const unsettledClaims: Migration = {
  name: "0079-unsettled-claims",
  async up({ db }) {
    await sql`update outgoing_mail set may_have_arrived = 1
      where state = 'waiting' and claimed_by is not null`.execute(db);
  },
};
