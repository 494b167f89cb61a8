import type { Handler } from "#room/server/handler.ts";

/** The caller's own Direct addresses, no one else's. */
export const listDirectAddresses: Handler<"listDirectAddresses"> = async (_request, { session, store }) => ({
  addresses: session ? await store.users.addressesOf(session.userId) : [],
});
