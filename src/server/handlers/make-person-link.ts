import { defineHandler } from "#room/server/define-handler.ts";
import { makeLink } from "#room/server/sessions/one-time-link.ts";
import { notePerson, personNamed } from "./people-answer.ts";
import { wireInstant } from "./visit-answer.ts";

/** Creates a new link for a person who forgot their password or never used their first link. */
export const makePersonLink = defineHandler("makePersonLink", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const user = await personNamed(userName, context);
    const { secret, expiresAt } = await makeLink(user, context);
    await notePerson(context, user, "link made");
    return { link: { secret, until: wireInstant(expiresAt) } };
  },
});
