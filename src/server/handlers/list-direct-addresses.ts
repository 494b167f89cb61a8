import { defineHandler } from "#room/server/define-handler.ts";

/** The caller's own Direct addresses, no one else's. */
export const listDirectAddresses = defineHandler("listDirectAddresses", {
  audit: "none",
  handle: async (_request, { session, store }) => ({
    addresses: session ? await store.users.sendingAddressesOf(session.userId) : [],
    tellsOpened: session !== undefined && (await store.messages.tellsOpened(session.userId)),
  }),
});
