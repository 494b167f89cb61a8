import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { checkView } from "./save-visit-view.ts";
import { viewerOf } from "./visit-answer.ts";

/** Removes one of the caller's saved views. */
export const removeVisitView: Handler<"removeVisitView"> = async ({ viewId }, context) => {
  checkView(await context.store.visits.removeView(canonicalGuid(viewId) ?? viewId, viewerOf(context)));
  return {};
};
