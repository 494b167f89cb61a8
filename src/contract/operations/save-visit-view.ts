import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { viewContent, visitView } from "./list-visit-views.ts";

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
