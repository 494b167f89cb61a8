import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { checkView } from "./save-visit-view.ts";
import { viewerOf } from "./visit-answer.ts";

/** Removes one of the caller's saved views. */
export const removeVisitView = defineHandler("removeVisitView", {
  audit: "none",
  handle: async ({ viewId }, context) => {
    checkView(await context.store.visits.removeView(canonicalGuid(viewId) ?? viewId, viewerOf(context)));
    return {};
  },
});
