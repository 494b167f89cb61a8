import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/** EndPersonSessions, an extension: signs a person out everywhere. 404 `PersonNotFound`. */
export const endPersonSessions = defineExtension({
  name: "EndPersonSessionsRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({ ended: z.number() }),
});
