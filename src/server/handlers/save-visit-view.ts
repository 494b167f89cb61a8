import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import type { ViewOutcome } from "#room/server/store/visits/visit-types.ts";
import { viewOf } from "./list-visit-views.ts";
import { viewerOf, refuseVisit } from "./visit-answer.ts";

/** Throws the refusal if the change was not made. */
export function checkView(outcome: ViewOutcome): void {
  if (outcome === "not-found") throw refuseVisit("ViewNotFound", "There is no such saved view.");
  if (outcome === "not-yours") throw refuseVisit("NotYourView", "This view belongs to somebody else.");
  if (outcome === "looks-alike")
    throw invalidMember(
      "Equal",
      "name",
      "Another shared view has a name that looks the same. Choose another.",
    );
  if (outcome === "too-many")
    throw refuseVisit("TooMany", "You have reached the limit of saved views. Remove one first.");
}

/** Creates or changes a saved view. */
export const saveVisitView = defineHandler("saveVisitView", {
  audit: "none",
  handle: async (request, context) => {
    const viewer = viewerOf(context);
    const view = {
      viewId: canonicalGuid(request.viewId) ?? request.viewId,
      name: request.name.trim(),
      filter: request.filter,
      columns: request.columns ?? undefined,
      isShared: request.isShared ?? false,
    };
    checkView(await context.store.visits.saveView(view, viewer));
    return { view: viewOf({ ...view, owner: viewer.name, isOwn: true }) };
  },
});
