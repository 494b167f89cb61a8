import type { Migration } from "#room/server/store/migration.ts";

/** Keeps pages of the trail by actor or by action fast, however long the trail is. */
export const findInTrail: Migration = {
  name: "0018-find-in-trail",
  async up({ db }) {
    for (const column of ["actor", "action"])
      await db.schema
        .createIndex(`audit_entry_${column}`)
        .on("audit_entry")
        .columns([column, "seq"])
        .execute();
  },
};
