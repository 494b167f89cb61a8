import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerAction } from "./visit-answer.ts";

/** Closes a visit without a charge. */
export const closeVisit: Handler<"closeVisit"> = async ({ visitId, reason, eventId }, context) => {
  const seen = isGuidAbsent(eventId) ? {} : { eventId: canonicalGuid(eventId ?? "") };
  const action = { kind: "close", reason: reason.trim(), ...seen } as const;
  return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
};
