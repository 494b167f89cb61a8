import { mostSharers } from "#room/contract/operations/mailboxes.ts";
import { rightsOf } from "#room/contract/rights.ts";
import type { Within } from "#room/server/store/store.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { personNamed, refusalOfStore } from "./people-answer.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";
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

export const listSharedMailboxes = defineHandler("listSharedMailboxes", {
  audit: "none",
  handle: async (_request, { store }) => {
    const mailboxes = await store.sharedMailboxes.list();
    return { mailboxes: mailboxes.map(({ address, userNames }) => ({ address, userNames: [...userNames] })) };
  },
});

export const saveSharedMailbox = defineHandler("saveSharedMailbox", {
  // It names who.
  audit: "by-handler",
  handle: async (request, context) => {
    const address = request.address.trim();
    if (!isAddress(address))
      throw invalidMember("Email", "address", "This isn’t an address such as billing@direct.example.");
    if (request.userNames.length > mostSharers)
      throw invalidMember("Length", "userNames", `At most ${mostSharers} people share an address.`);
    const namedIn = (names: readonly string[]) =>
      Promise.all(names.map((name) => personNamed(name, context)));
    const named = await namedIn(request.userNames);
    const seen = request.seen ? await namedIn(request.seen) : undefined;
    const people = [...new Map(named.map((person) => [person.userId, person])).values()];
    const barred = people.find(({ role, rights }) => !rightsOf(role, rights).has("messages"));
    if (barred) throw invalidMember("Equal", "userNames", `${barred.name} can’t use messages.`);
    const idsOf = (all: typeof named) => all.map(({ userId }) => userId);
    const userNames = people.map(({ name }) => name);
    const work = ({ sharedMailboxes }: Within) =>
      sharedMailboxes.save(address, idsOf(people), seen && idsOf(seen));
    const subject = `shared:${address}: ${userNames.join(",") || "nobody"}`;
    await withEntry(context, "changed mail", work, () => subject).catch((error: unknown) => {
      throw refusalOfStore(error, "SharersChanged");
    });
    return { address, userNames };
  },
});
