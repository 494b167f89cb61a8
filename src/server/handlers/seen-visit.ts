import { givenGuid } from "#room/contract/primitives/guid.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";

export async function seenVisit(
  visitId: string | null | undefined,
  user: SessionInfo,
  { store }: Pick<HandlerContext, "store">,
): Promise<VisitTable | undefined> {
  const given = givenGuid(visitId);
  if (given === undefined || !user.rights.has("visits")) return undefined;
  const visit = await store.visits.find({ visitId: given, eventId: "" });
  return visit && maySee(user, visit.practice_id) ? visit : undefined;
}
