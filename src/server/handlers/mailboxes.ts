import { defineHandler } from "#room/server/define-handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { bareAddress } from "./read-email.ts";
import { viewerOf } from "./visit-answer.ts";

/** Only whether there is a mailbox: whose it is stays unsaid. Sending to it would say the same. */
export const checkMailboxes = defineHandler("checkMailboxes", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async ({ addresses }, { store }) => {
    const owners = await store.users.ownersOf(addresses.map(bareAddress));
    return { missing: addresses.filter((address) => !owners.has(foldName(bareAddress(address)))) };
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
