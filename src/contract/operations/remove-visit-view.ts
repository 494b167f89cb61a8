import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";

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
