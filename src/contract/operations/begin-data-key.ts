import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * BeginDataKey, an extension: what is written from now on is encrypted under a new data key. What is there stays
 * readable under the keys before. 409 `NoDataKey` if the server was given none.
 */
export const beginDataKey = defineExtension({
  name: "BeginDataKeyRequest",
  effect: "write",
  right: "backups",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ keyId: z.number() }),
});
