import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { instantOf } from "#room/server/store/visits/read-filter.ts";
import { answerAction, untilNewEvent } from "./visit-answer.ts";

/** Snoozes a visit. */
export const snoozeVisit: Handler<"snoozeVisit"> = async ({ visitId, until }, context) => {
  const instant = instantOf(until) ?? untilNewEvent;
  if (instant <= context.now().getTime())
    throw invalidMember("GreaterThan", "until", "'until' must be in the future.");
  const action = { kind: "put off", until: Math.min(instant, untilNewEvent) } as const;
  return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
};
