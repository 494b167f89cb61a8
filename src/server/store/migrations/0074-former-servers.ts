import type { Migration } from "#room/server/store/migration.ts";

/**
 * Servers up to version 1.2 do not hold the lock that an upgrade waits for. One that is still at work misses these
 * tables: it is not ready, knows no session, charges nothing and files no mail, instead of leaving out what newer tables need.
 */
export const formerServers: Migration = {
  name: "0074-former-servers",
  async up({ db }) {
    await db.schema.alterTable("counter").renameTo("last_number").execute();
    await db.schema.alterTable("app_user").renameTo("person").execute();
  },
};
