import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** Each change of a mailbox has a number, so that a reader asks only for what is new since the last. */
export const mailboxChanges: Migration = {
  name: "0041-mailbox-changes",
  async up({ db, integer }) {
    await db.schema
      .createTable("mailbox")
      .addColumn("user_id", integer, (column) => column.primaryKey().references("app_user.user_id"))
      .addColumn("changes", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .alterTable("mailbox_entry")
      .addColumn("change_number", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update mailbox_entry set change_number = ranked.number
      from (
        select user_id, message_id,
          row_number() over (partition by user_id order by received_at, message_id) as number
        from mailbox_entry
      ) ranked
      where mailbox_entry.user_id = ranked.user_id and mailbox_entry.message_id = ranked.message_id`.execute(
      db,
    );
    await sql`insert into mailbox (user_id, changes)
      select user_id, max(change_number) from mailbox_entry group by user_id`.execute(db);
    await db.schema
      .createIndex("mailbox_entry_changes")
      .on("mailbox_entry")
      .columns(["user_id", "change_number"])
      .execute();
  },
};
