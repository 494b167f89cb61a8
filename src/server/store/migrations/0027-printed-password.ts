import type { Migration } from "#room/server/store/migration.ts";

/** Marks a password that this program made and printed: whoever has it chooses their own at the first sign-in. */
export const printedPassword: Migration = {
  name: "0027-printed-password",
  async up({ db, integer }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("password_printed", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
