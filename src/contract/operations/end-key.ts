import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { keyNumber, programKey, secretMark } from "#room/contract/schemas/program-key.ts";

/**
 * EndKey, an extension: ends a key permanently, or just one of its old secrets. Takes effect everywhere
 * within a second. Ending it again changes nothing.
 */
export const endKey = defineExtension({
  name: "EndKeyRequest",
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    keyId: keyNumber,
    /** The mark of the old secret to end. Absent: the whole key. */
    secret: optional(secretMark),
  }),
  response: z.looseObject({ key: programKey }),
});
