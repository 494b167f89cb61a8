import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler, HandlerContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { answerAction, askerOf } from "./visit-answer.ts";

export function leaseMsOf({ settings }: Pick<HandlerContext, "settings">): number {
  return settings.visitLeaseMinutes * 60_000;
}

/** The assignee's name as stored here. */
async function takerOf(name: string | null | undefined, context: HandlerContext): Promise<string> {
  const asker = askerOf(context);
  if (!name || name.trim() === "") return asker.name;
  const user = await context.store.users.find(name);
  if (user && !user.disabled) return user.name;
  throw invalidMember("Equal", "takenBy", "'takenBy' must be the name of a user of this service.");
}

/** Takes a visit for the caller, or assigns it to another user. */
export const takeVisit: Handler<"takeVisit"> = async (request, context) => {
  const takenBy = await takerOf(request.takenBy, context);
  const isTakeOver = request.isTakeOver ?? false;
  return answerAction(
    canonicalGuid(request.visitId) ?? request.visitId,
    { kind: "take", isTakeOver, takenBy, leaseMs: leaseMsOf(context) },
    context,
  );
};
