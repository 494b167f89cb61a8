import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { programKey } from "#room/contract/schemas/program-key.ts";

/** ListKeys, an extension: the API keys, newest first; of the ended ones, the last hundred. */
export const listKeys = defineExtension({
  name: "ListKeysRequest",
  effect: "read",
  right: "keys",
  discloses: "no-patient-data",
  freshMs: 5000,
  request: z.looseObject({}),
  response: z.looseObject({
    keys: z.array(programKey),
    /** True when OPEN_AUTO_CHARGE allows charging without a key. */
    isAutoChargeOpen: z.boolean(),
  }),
});
