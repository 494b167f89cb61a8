import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";

/**
 * SetUpClinic, an extension: creates the first administrator, once, with the secret printed by a server on an
 * empty store. 404 `LinkUnknown` once any user exists; 400 for an invalid user name or address, or a weak
 * password.
 */
export const setUpClinic = defineExtension({
  name: "SetUpClinicRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  timeLimitMs: 60_000,
  request: z.looseObject({
    secret: requiredText(200),
    userName: requiredText(100),
    displayName: optional(text(200)),
    password: requiredText(10_000),
    /** The administrator's Direct address. */
    address: optional(text(254)),
    clinicName: requiredText(200),
    /**
     * Practice names. Their ids are generated and entered in the directory, where the rules engine's ids can
     * replace them.
     */
    practices: optional(
      z.array(requiredText(200)).check(
        rule((names) => names.length <= 100, {
          code: "InclusiveBetween",
          message: "must be at most 100 practices",
        }),
      ),
    ),
  }),
  response: z.looseObject({ userName: z.string() }),
});
