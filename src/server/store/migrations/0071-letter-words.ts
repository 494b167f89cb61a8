import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The clinic's templates and signature for letters. */
export const letterWords: Migration = {
  name: "0071-letter-words",
  async up({ db, integer }) {
    await db.schema
      .createTable("letter_words")
      .addColumn("one", integer, (column) => column.primaryKey().check(sql`one = 1`))
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .execute();
  },
};
