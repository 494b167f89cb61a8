import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { keyNumber } from "#room/contract/schemas/program-key.ts";

/**
 * ConfirmRestored, an extension: an administrator's word after a backup was restored. With a key: it works again.
 * Without: the people have been looked through. Confirming again changes nothing.
 */
export const confirmRestored = defineExtension({
  name: "ConfirmRestoredRequest",
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ keyId: optional(keyNumber) }),
  response: z.looseObject({}),
});
