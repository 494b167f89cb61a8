import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";

/** The content of a saved view. */
export const viewContent = {
  name: requiredText(100),
  filter: visitFilterObject,
  /** The columns of the list, by the console's own names. Absent: the default ones. */
  columns: optional(z.array(text(100))),
  /** Everyone sees it, each within their own practices. */
  isShared: optional(z.boolean()),
};

export const visitView = z.looseObject({
  ...viewContent,
  viewId: z.string(),
  owner: z.string(),
  isOwn: z.boolean(),
  /** How many visits it finds, if requested. */
  total: optional(z.number()),
  isTotalExact: optional(z.boolean()),
});
export type VisitView = z.output<typeof visitView>;

/** ListVisitViews, an extension: the caller's own saved views and those that others share, by name. */
export const listVisitViews = defineExtension({
  name: "ListVisitViewsRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 60_000,
  /** withTotals: count the visits of each view; what takes too long at once is counted when asked again, a minute later. */
  request: z.looseObject({ withTotals: optional(z.boolean()) }),
  response: z.looseObject({ views: z.array(visitView) }),
});

/**
 * SaveVisitView, an extension: creates or replaces the view with that id. 403 `NotYourView`; 409 `TooMany`
 * when the user has 50.
 */
export const saveVisitView = defineExtension({
  name: "SaveVisitViewRequest",
  effect: "write",
  right: "visits",
  discloses: "no-patient-data",
  /** viewId: chosen by the caller. */
  request: z.looseObject({ viewId: requiredGuid, ...viewContent }),
  response: z.looseObject({ view: visitView }),
  alsoNeeds: ({ isShared }) => (isShared === true ? "share-views" : undefined),
});

/**
 * RemoveVisitView, an extension: removes one of the caller's own saved views. 404 `ViewNotFound`; 403
 * `NotYourView` for a view shared by somebody else.
 */
export const removeVisitView = defineExtension({
  name: "RemoveVisitViewRequest",
  effect: "write",
  right: "visits",
  discloses: "no-patient-data",
  request: z.looseObject({ viewId: requiredGuid }),
  response: z.looseObject({}),
});
