import type { Migration } from "#room/server/store/migration.ts";

/** Sending a mail checks each time whether an earlier one to the same recipient is waiting. */
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
