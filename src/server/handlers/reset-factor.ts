import { defineHandler } from "#room/server/define-handler.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { resetFactors } from "#room/server/sessions/second-factor/factor-store.ts";

/**
 * For users who lost their second factor: they sign in with only their password, and must set up a new factor if their
 * role needs one.
 */
export const resetFactor = defineHandler("resetFactor", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const { session, sessions, store } = context;
    if (!session) throw notAuthenticated();
    const user = await store.users.find(userName);
    if (!user) throw new Refusal(404, "NotFound", "There is no such user.");
    if (user.userId === session.userId)
      throw new Refusal(
        403,
        "NotYourOwn",
        "You can’t reset your own second factor. Change it on your account page, or ask another administrator.",
      );
    if (!(await resetFactors(store, user.userId)))
      throw new Refusal(409, "NoFactor", `${user.name} has no second factor.`);
    await sessions.endAllOf(user.userId, "second factor reset");
    await noteAction(context, "changed factor", `${user.name}: reset`);
    return {};
  },
});
