import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The words of each message, for the database's own full text. They are taken from their messages in the background. */
export const messageSearch: Migration = {
  name: "0065-message-search",
  async up({ db, kind, integer }) {
    if (kind === "sqlite")
      // Only which message has which word. The words come ready made: all but spaces belongs to them.
      await sql`create virtual table message_text using fts5(words, content='', contentless_delete=1, detail=none, prefix='1 2',
        tokenize="ascii tokenchars '~-_'")`.execute(db);
    else {
      await sql`create table message_text (rowid bigint primary key references message (message_id),
        words tsvector not null)`.execute(db);
      // Samples of the words would outlive them, in the clear; and without any, the index is always used.
      await sql`alter table message_text alter column words set statistics 0`.execute(db);
      await sql`create index message_text_words on message_text using gin (words)`.execute(db);
    }
    await db.schema
      .alterTable("message")
      .addColumn("search_state", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index message_not_searched on message (message_id) where search_state = 0`.execute(db);
  },
};
