import type { Migration } from "#room/server/store/migration.ts";

/** A page of the trail by whoever did it, or by what was done, is fast however long the trail is. */
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
