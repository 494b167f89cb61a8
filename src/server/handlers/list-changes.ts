import { defineHandler } from "#room/server/define-handler.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { callerOf } from "#room/server/http/caller.ts";
import { checkRight } from "#room/server/http/needed-right.ts";
import { LostMeanwhile, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { isProgramKey } from "#room/server/keys/key-secret.ts";
import { viewerOf } from "./visit-answer.ts";

/**
 * The waiting user's current rights: a session or right that ended during the wait no longer applies to later changes.
 * Throws the 401 or 403.
 */
async function stillThere({ keys, sessions, transport, remoteAddress }: HandlerContext) {
  const { id = "" } = transport.presented() ?? {};
  if (isProgramKey(id)) return keys.admit(id, remoteAddress);
  const found = await sessions.lookUp(id, { isUse: false, isPatient: true });
  if (found.state !== "live") throw notAuthenticated("The session has ended. Sign in again.");
  checkRight("listChanges", found.user);
  return found.user;
}

export const listChanges = defineHandler("listChanges", {
  isUse: false,
  isPatient: true,
  // Only ids.
  audit: "none",
  handle: async ({ since, waitSeconds }, context) => {
    const viewer = viewerOf(context);
    const { changes, session, store } = context;
    const { visits } = store;
    // While anyone waits, the watch does it.
    if (!waitSeconds) await visits.expireLeases(context.now().getTime());
    if (since === undefined || since === null)
      return { changeNumber: await visits.changeNumber(), visits: [], isTooOld: false };
    const until = performance.now() + (waitSeconds ?? 0) * 1000;
    const person = session ? callerOf(session) : "";
    const known = { viewer, from: since };
    // What their rights were asked about. Whoever got more rights in the meantime goes on from there.
    let checked = since;
    const who = { session: session?.idHash ?? "", person, visits: known };
    // Registered before the look, so that a change in between ends the wait immediately.
    for (let isTold = false; ;) {
      const seen = changes.seen();
      const left = until - performance.now();
      if (left <= 0 || !changes.isCurrent(checked)) {
        const {
          changeNumber,
          visits: changed,
          isTooOld,
        } = await changes.since(checked, known.viewer, isTold);
        if (isTooOld || changed.length > 0 || left <= 0)
          return { changeNumber, visits: [...changed], isTooOld };
        // Something changed that this user may not see: their change number still advances.
        checked = changeNumber;
        known.from = changeNumber;
      }
      const outcome = await changes.wait(who, seen, left);
      if (outcome === "over") return { changeNumber: checked, visits: [], isTooOld: false };
      const still = await stillThere(context).catch((error: unknown) => {
        throw error instanceof Refusal ? new LostMeanwhile(error) : error;
      });
      known.viewer = viewerOf({ session: still });
      isTold = outcome === "changed";
    }
  },
});
