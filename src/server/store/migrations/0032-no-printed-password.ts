import type { Migration } from "#room/server/store/migration.ts";

/** The program makes and prints no passwords any more: the first user follows a printed link and chooses one. */
export const noPrintedPassword: Migration = {
  name: "0032-no-printed-password",
  async up({ db }) {
    await db.schema.alterTable("app_user").dropColumn("password_printed").execute();
  },
};
