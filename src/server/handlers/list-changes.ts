import { defineHandler } from "#room/server/define-handler.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { callerOf } from "#room/server/http/caller.ts";
import { checkRight } from "#room/server/http/needed-right.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { isProgramKey } from "#room/server/keys/key-secret.ts";
import { viewerOf } from "./visit-answer.ts";

/**
 * The waiting user's current rights: a session or right that ended during the wait no longer applies to later changes.
 * Throws the 401 or 403.
 */
async function stillThere({ keys, sessions, transport, remoteAddress }: HandlerContext) {
  const { id = "" } = transport.presented() ?? {};
  if (isProgramKey(id)) return keys.admit(id, remoteAddress);
  const found = await sessions.lookUp(id, { isUse: false });
  if (found.state !== "live") throw notAuthenticated("The session has ended. Sign in again.");
  checkRight("listChanges", found.user);
  return found.user;
}

export const listChanges = defineHandler("listChanges", {
  isUse: false,
  // Only ids.
  audit: "none",
  handle: async ({ since, waitSeconds }, context) => {
    let viewer = viewerOf(context);
    const { visits } = context.store;
    const { session } = context;
    const who = { session: session?.idHash ?? "", person: session ? callerOf(session) : "" };
    // While anyone waits, the watch does it.
    if (!waitSeconds) await visits.expireLeases(context.now().getTime());
    if (since === undefined || since === null)
      return { changeNumber: await visits.changeNumber(), visits: [], isTooOld: false };
    const until = performance.now() + (waitSeconds ?? 0) * 1000;
    // Registered before the look, so that a change in between ends the wait immediately.
    for (let from = since; ;) {
      const seen = context.changes.seen();
      const left = until - performance.now();
      if (left <= 0 || !context.changes.isCurrent(from)) {
        const { changeNumber, visits: changed, isTooOld } = await context.changes.since(from, viewer);
        if (isTooOld || changed.length > 0 || left <= 0)
          return { changeNumber, visits: [...changed], isTooOld };
        // Something changed that this user may not see: their change number still advances.
        from = changeNumber;
      }
      const outcome = await context.changes.wait(who, seen, left);
      if (outcome === "over") return { changeNumber: from, visits: [], isTooOld: false };
      viewer = viewerOf({ session: await stillThere(context) });
    }
  },
});
