import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerDeed } from "./visit-answer.ts";

/** Opens a closed visit again, or wakes one that is put off. */
export const reopenVisit: Handler<"reopenVisit"> = async ({ visitId }, context) =>
  answerDeed(canonicalGuid(visitId) ?? visitId, { deed: "reopen" }, context);
