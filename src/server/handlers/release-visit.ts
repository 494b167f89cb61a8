import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerDeed } from "./visit-answer.ts";

/** Releases a visit. */
export const releaseVisit: Handler<"releaseVisit"> = async ({ visitId }, context) =>
  answerDeed(canonicalGuid(visitId) ?? visitId, { deed: "release" }, context);
