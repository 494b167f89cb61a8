import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { callerOf } from "#room/server/http/caller.ts";
import { toldToComeLater } from "#room/server/change-watch.ts";
import { checkRight } from "#room/server/http/needed-right.ts";
import { LostMeanwhile, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { isProgramKey } from "#room/server/keys/keyring.ts";
import { rightsMark } from "#room/server/sessions/rights-mark.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { viewerOf } from "./visit-answer.ts";

type Answer = ResponseOf<"listChanges">;

/**
 * The waiting user's current rights: a session or right that ended during the wait no longer applies to later changes.
 * Throws the 401 or 403.
 */
async function stillThere({ keys, sessions, transport, remoteAddress }: SignedInContext) {
  const { id = "" } = transport.presented() ?? {};
  try {
    if (isProgramKey(id)) return await keys.admit(id, remoteAddress);
    const found = await sessions.lookUp(id, { isUse: false });
    if (found.state !== "live") throw notAuthenticated("The session has ended. Sign in again.");
    checkRight("listChanges", found.user);
    return found.user;
  } catch (error) {
    throw error instanceof Refusal ? new LostMeanwhile(error) : error;
  }
}

/** For whoever asked with one. */
function markFor(request: RequestOf<"listChanges">, session: SessionInfo): string | undefined {
  return typeof request.rightsMark === "string" ? rightsMark(session) : undefined;
}

const withMark = (mark: string | undefined, answer: Answer): Answer =>
  mark === undefined ? answer : { ...answer, rightsMark: mark };

/** How soon whoever only waits learns that their session has ended, or that their rights are others. */
const lookAtSessionMs = 3000;

/** Waits until something changes that its viewer may see. */
async function waitForChanges(
  since: number,
  request: RequestOf<"listChanges">,
  context: SignedInContext,
): Promise<Answer> {
  const { changes, callerGone: gone } = context;
  let { session } = context;
  const [person, mark] = [callerOf(session), markFor(request, session)];
  const isOther = (request.rightsMark ?? undefined) !== mark;
  const known = { viewer: viewerOf({ session }), from: since };
  const until = performance.now() + (isOther ? 0 : (request.waitSeconds ?? 0)) * 1000;
  let checked = since;
  let isTold = false;
  for (let isNews = true; ;) {
    known.viewer = viewerOf({ session });
    if (isNews) {
      const { changeNumber, visits, isTooOld } = await changes.since(checked, known.viewer, isTold);
      if (isTooOld || visits.length > 0 || performance.now() >= until)
        return withMark(mark, { changeNumber, visits: [...visits], isTooOld });
      // Something may have changed that this user may not see: their change number still advances.
      checked = changeNumber;
      known.from = changeNumber;
    }
    const who = { session: session.idHash, person, visits: known, gone };
    const leftMs = until - performance.now();
    const why = await changes.wait(who, Math.min(leftMs, lookAtSessionMs));
    if (why === "full") throw toldToComeLater();
    const nothing = { changeNumber: checked, visits: [], isTooOld: false };
    if (why === "over" || (why === "time" && leftMs <= lookAtSessionMs)) return withMark(mark, nothing);
    const still = await stillThere(context);
    const now = markFor(request, still);
    if (now !== mark) return withMark(now, nothing);
    // Whoever got more rights in the meantime goes on from what was checked.
    isTold = why === "changed";
    isNews = isTold || rightsMark(still) !== rightsMark(session);
    session = still;
  }
}

export const listChanges = defineHandler("listChanges", {
  isUse: false,
  // Only ids.
  audit: "none",
  handle: async (request, context) => {
    const { since, waitSeconds } = request;
    const { visits } = context.store;
    // While anyone waits, the watch does it.
    if (!waitSeconds) await visits.expireLeases(context.now().getTime());
    if (since !== undefined && since !== null) return waitForChanges(since, request, context);
    const changeNumber = await visits.changeNumber();
    return withMark(markFor(request, context.session), { changeNumber, visits: [], isTooOld: false });
  },
});
