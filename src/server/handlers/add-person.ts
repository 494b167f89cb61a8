import { defineHandler } from "#room/server/define-handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { makeLink } from "#room/server/sessions/one-time-link.ts";
import { isUserName } from "#room/server/sessions/user-name.ts";
import { aroundPeople, changesOf, notePerson, personOf, refusalOfStore } from "./people-answer.ts";
import { wireInstant } from "./visit-answer.ts";

/** Creates a person, who has no password until they use their link. */
export const addPerson = defineHandler("addPerson", {
  audit: "by-handler",
  handle: async (request, context) => {
    const { store, now } = context;
    const name = request.userName.trim();
    if (!isUserName(name))
      throw invalidMember(
        "RegularExpression",
        "userName",
        "Use at most 100 letters of one alphabet, digits and symbols, without : and ;.",
      );
    const { role = "clerk", ...changes } = changesOf(request);
    const user = await store.users
      .add({ ...changes, name, role, createdAt: now().getTime() })
      .catch((error: unknown) => {
        throw refusalOfStore(error);
      });
    await notePerson(context, user, `added as ${role}`);
    const { secret, expiresAt } = await makeLink(user, context);
    await notePerson(context, user, "link made");
    const person = personOf(user, await aroundPeople(context));
    return { person, link: { secret, until: wireInstant(expiresAt) } };
  },
});
