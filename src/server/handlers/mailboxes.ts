import { defineHandler } from "#room/server/define-handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { bareAddress } from "./read-email.ts";
import { viewerOf } from "./visit-answer.ts";

/** Only whether there is a mailbox, and anybody reads it: whose it is stays unsaid. */
export const checkMailboxes = defineHandler("checkMailboxes", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async ({ addresses }, { store }) => {
    const keyOf = (address: string) => foldName(bareAddress(address));
    const owners = await store.users.ownersOf(addresses.map(bareAddress));
    const read = new Set((await store.users.clinicAddresses()).map(({ address }) => foldName(address)));
    return {
      missing: addresses.filter((address) => !owners.has(keyOf(address))),
      unread: addresses.filter((address) => owners.has(keyOf(address)) && !read.has(keyOf(address))),
    };
  },
});

/** The caller's own Direct addresses, and of others at the clinic what is needed to write to them. */
export const listDirectAddresses = defineHandler("listDirectAddresses", {
  audit: "none",
  handle: async (_request, { session, store }) => ({
    clinic: await store.users.clinicAddresses(),
    addresses: await store.users.sendingAddressesOf(session.userId),
    tellsOpened: await store.messages.tellsOpened(session.userId),
  }),
});

/** The caller's own, from now on: what was opened before stays untold, and nothing is told after it is turned off. */
export const saveMailbox = defineHandler("saveMailbox", {
  audit: "none",
  handle: async ({ tellsOpened }, context) => {
    await context.store.messages.setTellsOpened(viewerOf(context).userId, tellsOpened);
    return { tellsOpened };
  },
});
