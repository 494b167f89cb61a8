import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerAction } from "./visit-answer.ts";

/** Releases a visit. */
export const releaseVisit: Handler<"releaseVisit"> = async ({ visitId }, context) =>
  answerAction(canonicalGuid(visitId) ?? visitId, { kind: "release" }, context);
