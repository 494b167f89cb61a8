import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerDeed } from "./visit-answer.ts";

/** Puts a visit away without a charge. */
export const closeVisit: Handler<"closeVisit"> = async ({ visitId, reason }, context) =>
  answerDeed(canonicalGuid(visitId) ?? visitId, { deed: "close", reason: reason.trim() }, context);
