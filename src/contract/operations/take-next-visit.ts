import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";

/**
 * TakeNextVisit, an extension: takes for the caller the first open visit matching the filter that nobody has
 * and that is not snoozed. Without `sort`, the first is the one with the largest amount times days waited.
 */
export const takeNextVisit = defineOperation({
  name: "TakeNextVisitRequest",
  effect: "write",
  session: "header",
  right: "visits",
  discloses: "patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: visitFilterObject,
  /** Absent: there is none. */
  response: z.looseObject({ visit: optional(visitRow) }),
  faults: noFaults,
});
