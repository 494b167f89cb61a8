import { defineHandler } from "#room/server/define-handler.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { invalidMember, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { factorsOf, forgetFactor } from "#room/server/sessions/second-factor/factor-store.ts";

/** Removes one of the caller's factors. */
export const removeFactor = defineHandler("removeFactor", {
  audit: "by-handler",
  handle: async ({ totp, passkeyId }, context) => {
    const { session, sessions, store, settings } = context;
    if (!session) throw notAuthenticated();
    const { userId, userName, role } = session;
    if (totp !== true && !passkeyId)
      throw invalidMember("NotEmpty", "passkeyId", "What is to be removed must be given: totp or passkeyId.");
    const { totpSince, passkeys } = await factorsOf(store, userId);
    const isLast = (totpSince === undefined ? 0 : 1) + passkeys.length <= 1;
    if (isLast && settings.secondFactorRoles.some((name) => name === role))
      throw new Refusal(
        409,
        "FactorRequired",
        `Your role (${role}) needs a second factor, and this is your only one. Add another one first.`,
      );
    const which = totp === true ? ({ totp: true } as const) : { passkeyId: passkeyId ?? "" };
    if (!(await forgetFactor(store, userId, which)))
      throw new Refusal(404, "NotFound", "There is no such factor; it may be removed already.");
    await sessions.prove(session);
    const kind = totp === true ? "authenticator app" : "passkey";
    await noteAction(context, "changed factor", `${userName}: ${kind} removed`);
    return {};
  },
});
