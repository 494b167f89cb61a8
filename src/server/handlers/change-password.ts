import { defineHandler } from "#room/server/define-handler.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { invalidMember, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { isRightPassword, storePassword } from "#room/server/sessions/credentials.ts";
import { newPasswordFault } from "#room/server/sessions/password-rule.ts";

/**
 * Requires the old password. Failures count as failed sign-ins, so an unattended session cannot be used to guess it.
 */
export const changePassword = defineHandler("changePassword", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async ({ oldPassword, newPassword }, context) => {
    const { session, sessions, store, audit, remoteAddress } = context;
    const user = session && (await store.users.byId(session.userId));
    if (!session || !user) throw notAuthenticated();
    if (user.passwordRecord === undefined)
      throw new Refusal(
        409,
        "NoPassword",
        "You sign in without a password here, so there is none to change.",
      );
    const fault = await newPasswordFault(newPassword, user, context);
    if (fault !== undefined) throw invalidMember("WeakPassword", "newPassword", fault);
    if (!(await isRightPassword(user, oldPassword, context)))
      throw invalidMember("WrongPassword", "oldPassword", "This isn’t your password.");
    if (oldPassword === newPassword)
      throw invalidMember("WeakPassword", "newPassword", "This is already your password.");
    await storePassword(user, newPassword, context);
    const endedSessions = await sessions.endAllOf(user.userId, "password changed", session.idHash);
    const note = { actor: user.name, remoteAddress, session: sessionMark(session.idHash) };
    await audit.noteNow({ ...note, action: "changed user", subject: `${user.name}: password` });
    return { endedSessions };
  },
});
