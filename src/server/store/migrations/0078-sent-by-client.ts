import type { Migration } from "#room/server/store/migration.ts";

/** Whoever shares an address asks for what others sent by its client's id, which the key has only below its sender. */
export const sentByClient: Migration = {
  name: "0078-sent-by-client",
  async up({ db }) {
    await db.schema.createIndex("sent_message_client").on("sent_message").column("client_id").execute();
  },
};
