import type { Handler } from "#room/server/handler.ts";

/** The asker's own Direct addresses; nobody else's. */
export const listDirectAddresses: Handler<"listDirectAddresses"> = async (_request, { session, store }) => ({
  addresses: session ? await store.users.addressesOf(session.userId) : [],
});
