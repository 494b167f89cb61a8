import { defineHandler } from "#room/server/define-handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { bareAddress } from "./read-email.ts";

/** Only whether there is a mailbox: whose it is stays unsaid. Sending to it would say the same. */
export const checkMailboxes = defineHandler("checkMailboxes", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async ({ addresses }, { store }) => {
    const owners = await store.users.ownersOf(addresses.map(bareAddress));
    return { missing: addresses.filter((address) => !owners.has(foldName(bareAddress(address)))) };
  },
});
