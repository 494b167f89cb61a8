import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";
import { asksOfAnother, visitFilterObject } from "#room/contract/schemas/visit-filter.ts";

/**
 * TakeNextVisit, an extension: takes for the caller the first open visit matching the filter that nobody has
 * and that is not snoozed. Without `sort`, the first is the one with the largest amount times days waited.
 */
export const takeNextVisit = defineExtension({
  name: "TakeNextVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  request: visitFilterObject,
  /** Absent: there is none. */
  response: z.looseObject({ visit: optional(visitRow) }),
  alsoNeeds: (filter, userName) => (asksOfAnother(filter, userName) ? "people-figures" : undefined),
});
