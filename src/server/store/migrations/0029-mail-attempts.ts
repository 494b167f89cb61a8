import type { Migration } from "#room/server/store/migration.ts";

/** Letters at the mail service: how often each was tried, and what became of those that were not simply delivered. */
export const mailAttempts: Migration = {
  name: "0029-mail-attempts",
  async up({ db, integer, serial }) {
    await db.schema
      .createTable("mail_attempt")
      .addColumn("attempt_id", serial, (column) => column.primaryKey())
      .addColumn("account", "text", (column) => column.notNull())
      .addColumn("uid_validity", "text", (column) => column.notNull())
      .addColumn("uid", integer, (column) => column.notNull())
      .addColumn("attempts", integer, (column) => column.notNull())
      .addColumn("tried_at", integer, (column) => column.notNull())
      .addColumn("outcome", "text")
      .addColumn("reason", "text")
      .addColumn("sender", "text")
      .addColumn("size", integer)
      .addColumn("message_id", integer)
      .addUniqueConstraint("mail_attempt_letter", ["account", "uid_validity", "uid"])
      .execute();
    await db.schema
      .createIndex("mail_attempt_outcome")
      .on("mail_attempt")
      .columns(["outcome", "tried_at"])
      .execute();
  },
};
