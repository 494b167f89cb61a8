import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";

export async function seenVisit(
  visitId: string | null | undefined,
  user: SessionInfo,
  { store }: Pick<HandlerContext, "store">,
): Promise<VisitTable | undefined> {
  if (!visitId || isGuidAbsent(visitId) || !user.rights.has("visits")) return undefined;
  const visit = await store.visits.find({ visitId: canonicalGuid(visitId) ?? visitId, eventId: "" });
  return visit && maySee(user, visit.practice_id) ? visit : undefined;
}
