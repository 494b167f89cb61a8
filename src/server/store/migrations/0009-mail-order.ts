import type { Migration } from "#room/server/store/migration.ts";

/** Whether an earlier mail to a recipient waits is asked for each mail that is taken up. */
export const mailOrder: Migration = {
  name: "0009-mail-order",
  async up({ db }) {
    await db.schema
      .createIndex("outgoing_mail_recipient")
      .on("outgoing_mail")
      .columns(["recipient", "state", "outgoing_id"])
      .execute();
  },
};
