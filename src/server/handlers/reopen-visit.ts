import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerAction } from "./visit-answer.ts";

/** Reopens a closed visit, or ends a snooze. */
export const reopenVisit: Handler<"reopenVisit"> = async ({ visitId }, context) =>
  answerAction(canonicalGuid(visitId) ?? visitId, { kind: "reopen" }, context);
