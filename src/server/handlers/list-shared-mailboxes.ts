import { defineHandler } from "#room/server/define-handler.ts";

export const listSharedMailboxes = defineHandler("listSharedMailboxes", {
  audit: "none",
  handle: async (_request, { store }) => {
    const mailboxes = await store.sharedMailboxes.list();
    return { mailboxes: mailboxes.map(({ address, userNames }) => ({ address, userNames: [...userNames] })) };
  },
});
