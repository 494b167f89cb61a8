import type { Handler } from "#room/server/handler.ts";
import { notePerson, personNamed } from "./people-answer.ts";

/** Signs a person out everywhere, possibly oneself. */
export const endPersonSessions: Handler<"endPersonSessions"> = async ({ userName }, context) => {
  const user = await personNamed(userName, context);
  const ended = await context.sessions.endAllOf(user.userId, "ended by an administrator");
  await notePerson(context, user, "sessions ended");
  return { ended };
};
