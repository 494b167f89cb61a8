import { defineHandler } from "#room/server/define-handler.ts";
import type { VisitView } from "#room/contract/operations/list-visit-views.ts";
import type { Viewer, SavedView } from "#room/server/store/visits/visit-types.ts";
import { asksOfAnother } from "#room/contract/schemas/visit-filter.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { withMeaning } from "./text-meaning.ts";
import { viewerOf } from "./visit-answer.ts";

export function viewOf({ columns, ...view }: SavedView): VisitView {
  return { ...view, ...(columns === undefined ? {} : { columns: [...columns] }) };
}

/** In a shared view, a filter for its owner's own visits means the caller's own visits. */
function filterFor({ filter, owner }: SavedView, { name }: Pick<Viewer, "name">): SavedView["filter"] {
  return filter.takenBy?.toLowerCase() === owner.toLowerCase() ? { ...filter, takenBy: name } : filter;
}

/** How many visits it finds; undefined, and in the log, if that cannot be counted: the other views can. */
async function countOf(view: SavedView, now: number, context: HandlerContext) {
  const viewer = viewerOf(context);
  try {
    const filter = await withMeaning(filterFor(view, viewer), context);
    return await context.store.visits.count(filter, viewer, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    context.log.error({ err: error, viewId: view.viewId }, "the visits of a view could not be counted");
    return undefined;
  }
}

/** The caller's saved views and those shared by others, as far as the caller may open them. */
export const listVisitViews = defineHandler("listVisitViews", {
  isCostly: true,
  audit: "none",
  handle: async ({ withTotals }, context) => {
    const viewer = viewerOf(context);
    const { visits } = context.store;
    const now = context.now().getTime();
    // Together, since counts that begin at the same time share one look at what has changed.
    const seesPeople = context.session?.rights.has("people-figures") === true;
    const shown = (await visits.views(viewer)).filter(
      ({ filter }) => seesPeople || !asksOfAnother(filter, viewer.name),
    );
    const views = await Promise.all(
      shown.map(async (view) => {
        const found = withTotals === true ? await countOf(view, now, context) : undefined;
        const totals = found && { total: found.total, isTotalExact: found.isExact };
        return { ...viewOf(view), ...totals };
      }),
    );
    return { views };
  },
});
