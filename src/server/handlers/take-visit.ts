import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { rightsOf } from "#room/contract/rights.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { answerAction } from "./answer-action.ts";
import { viewerOf, changedVisit } from "./visit-answer.ts";

export function leaseMsOf({ settings }: Pick<HandlerContext, "settings">): number {
  return settings.visitLeaseMinutes * 60_000;
}

/** The assignee as stored here: somebody who can work on the visit. */
async function takerOf(name: string | null | undefined, context: HandlerContext) {
  const viewer = viewerOf(context);
  if (!name || name.trim() === "") return { takenBy: viewer.name };
  const user = await context.store.users.find(name.trim());
  if (!user || user.disabled)
    throw invalidMember("Equal", "takenBy", `No user here is named “${name.trim()}”.`);
  if (!rightsOf(user.role, user.rights).has("visits"))
    throw invalidMember("Equal", "takenBy", `${user.name} can’t work on visits.`);
  return { takenBy: user.name, practices: user.practices };
}

/** Takes a visit for the caller, or assigns it to another user. */
export const takeVisit = defineHandler("takeVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async (request, context) => {
    const taker = await takerOf(request.takenBy, context);
    const isTakeOver = request.isTakeOver ?? false;
    return answerAction(
      canonicalGuid(request.visitId) ?? request.visitId,
      { kind: "take", isTakeOver, ...taker, leaseMs: leaseMsOf(context) },
      context,
    );
  },
});
