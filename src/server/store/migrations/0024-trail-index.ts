import type { Migration } from "#room/server/store/migration.ts";

/** Finds what one person did of one kind quickly, however long the trail is. */
export const trailIndex: Migration = {
  name: "0024-trail-index",
  async up({ db }) {
    await db.schema
      .createIndex("audit_entry_actor_action")
      .on("audit_entry")
      .columns(["actor", "action", "seq"])
      .execute();
  },
};
