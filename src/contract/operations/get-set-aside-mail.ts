import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { base64 } from "#room/contract/primitives/base64.ts";

/** SetAsideMailFile, an extension: the original of a letter that was set aside, to be saved as a file. */
export const getSetAsideMail = defineExtension({
  name: "SetAsideMailFileRequest",
  effect: "read",
  right: "people",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 120_000,
  request: z.looseObject({ letterId: z.number() }),
  response: z.looseObject({ base64 }),
});
