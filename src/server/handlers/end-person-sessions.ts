import { defineHandler } from "#room/server/define-handler.ts";
import { notePerson, personNamed } from "./people-answer.ts";

/** Signs a person out everywhere, possibly oneself. */
export const endPersonSessions = defineHandler("endPersonSessions", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const user = await personNamed(userName, context);
    const ended = await context.sessions.endAllOf(user.userId, "ended by an administrator");
    await notePerson(context, user, "sessions ended");
    return { ended };
  },
});
