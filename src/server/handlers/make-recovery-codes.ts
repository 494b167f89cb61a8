import { defineHandler } from "#room/server/define-handler.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import {
  factorsOf,
  isAnyFactor,
  renewRecoveryCodes,
} from "#room/server/sessions/second-factor/factor-store.ts";

/** Creates ten new recovery codes for a user with a second factor. */
export const makeRecoveryCodes = defineHandler("makeRecoveryCodes", {
  audit: "by-handler",
  handle: async (_request, context) => {
    const { session, store } = context;
    if (!session) throw notAuthenticated();
    const { userId, userName } = session;
    if (!isAnyFactor(await factorsOf(store, userId)))
      throw new Refusal(409, "NoFactor", "Recovery codes stand in for a second factor. Set one up first.");
    const recoveryCodes = await renewRecoveryCodes(store, userId);
    await noteAction(context, "changed factor", `${userName}: new recovery codes`);
    return { recoveryCodes };
  },
});
