import { mostSharers } from "#room/contract/operations/mailboxes.ts";
import { rightsOf } from "#room/contract/rights.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { personNamed, refusalOfStore } from "./people-answer.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";

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
    await context.store.sharedMailboxes
      .save(address, idsOf(people), seen && idsOf(seen))
      .catch((error: unknown) => {
        throw refusalOfStore(error, "SharersChanged");
      });
    const userNames = people.map(({ name }) => name);
    await noteAction(context, "changed mail", `shared:${address}: ${userNames.join(",") || "nobody"}`);
    return { address, userNames };
  },
});
