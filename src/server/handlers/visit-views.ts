import * as z from "zod/mini";
import { defineHandler } from "#room/server/define-handler.ts";
import type { VisitView } from "#room/contract/operations/visit-views.ts";
import {
  maySee,
  type Viewer,
  type SavedView,
  type Total,
  type ViewOutcome,
} from "#room/server/store/visits/visit-types.ts";
import { asksOfAnother, type VisitFilter, visitFilter } from "#room/contract/schemas/visit-filter.ts";
import { someOf } from "#room/server/store/rows.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { withMeaning } from "./text-meaning.ts";
import { viewerOf, refuseVisit } from "./visit-answer.ts";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { invalidMember } from "#room/server/http/refusal.ts";

/** A database takes some ten thousand values with one query; a view’s text alone can be some hundreds. */
const viewsAtOnce = 8;

function viewOf({ columns, ...view }: SavedView): VisitView {
  return { ...view, ...(columns === undefined ? {} : { columns: [...columns] }) };
}

/** Of a practice that one does not see, a view would find nothing, and tell of it. */
function isOfTheirs({ practiceId }: SavedView["filter"], viewer: Viewer): boolean {
  const given = givenGuid(practiceId);
  return given === undefined || maySee(viewer, given);
}

const knownFilter = z.object(visitFilter);

/** What is asked of a list. In a shared view, a filter for its owner's own visits means the caller's own visits. */
function filterFor({ filter, owner }: SavedView, { name }: Pick<Viewer, "name">): VisitFilter {
  // Whatever else was saved with it, nobody has checked.
  const known = knownFilter.parse(filter);
  return filter.takenBy?.toLowerCase() === owner.toLowerCase() ? { ...known, takenBy: name } : known;
}

/** Then those left are told without a number. A view of many words over all states takes a fifth of a second in a million visits. */
const countedMs = 3000;
const minuteMs = 60_000;

/** Those that are counted first change each minute, so that each has its turn. */
function inTurn<T>(views: readonly T[], now: number): readonly T[] {
  const first = (Math.floor(now / minuteMs) * viewsAtOnce) % Math.max(1, views.length);
  return [...views.slice(first), ...views.slice(0, first)];
}

/** How many visits each finds; undefined, and in the log, for one that cannot be counted: the others can. */
async function totalsOf(
  views: readonly SavedView[],
  now: number,
  context: SignedInContext,
): Promise<readonly (Total | undefined)[]> {
  const viewer = viewerOf(context);
  try {
    const filters = await Promise.all(views.map((view) => withMeaning(filterFor(view, viewer), context)));
    return await context.store.visits.counts(filters, viewer, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (views.length > 1)
      return (await Promise.all(views.map((view) => totalsOf([view], now, context)))).flat();
    context.log.error({ err: error, viewId: views[0]?.viewId }, "the visits of a view could not be counted");
    return [undefined];
  }
}

export const listVisitViews = defineHandler("listVisitViews", {
  isCostly: true,
  audit: "none",
  handle: async ({ withTotals }, context) => {
    const viewer = viewerOf(context);
    const { visits } = context.store;
    const now = context.now().getTime();
    const seesPeople = context.session.rights.has("people-figures");
    const shown = (await visits.views(viewer)).filter(
      ({ filter, isOwn }) =>
        (seesPeople || !asksOfAnother(filter, viewer.name)) && (isOwn || isOfTheirs(filter, viewer)),
    );
    const totals = new Map<SavedView, Total | undefined>();
    for (const some of withTotals === true ? someOf(inTurn(shown, now), viewsAtOnce) : []) {
      if (context.now().getTime() - now > countedMs) break;
      const counted = await totalsOf(some, now, context);
      some.forEach((view, at) => totals.set(view, counted[at]));
    }
    const views = shown.map((view) => {
      const found = totals.get(view);
      return { ...viewOf(view), ...(found && { total: found.total, isTotalExact: found.isExact }) };
    });
    return { views };
  },
});

/** Throws the refusal if the change was not made. */
function checkView(outcome: ViewOutcome): void {
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

export const saveVisitView = defineHandler("saveVisitView", {
  audit: "none",
  handle: async (request, context) => {
    const viewer = viewerOf(context);
    const view = {
      viewId: knownGuid(request.viewId),
      name: request.name.trim(),
      filter: request.filter,
      columns: request.columns ?? undefined,
      isShared: request.isShared ?? false,
    };
    checkView(await context.store.visits.saveView(view, viewer));
    return { view: viewOf({ ...view, owner: viewer.name, isOwn: true }) };
  },
});

export const removeVisitView = defineHandler("removeVisitView", {
  audit: "none",
  handle: async ({ viewId }, context) => {
    checkView(await context.store.visits.removeView(knownGuid(viewId), viewerOf(context)));
    return {};
  },
});
