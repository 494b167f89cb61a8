import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";

/**
 * SetUpClinic, an extension: makes the first administrator, once, by the secret that a server on an empty store printed. 404 `LinkUnknown`
 * once anybody is there, 400 for what is no user name, address or good password.
 */
export const setUpClinic = defineOperation({
  name: "SetUpClinicRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 60_000,
  extension: true,
  request: z.looseObject({
    secret: requiredText(200),
    userName: requiredText(100),
    displayName: optional(text(200)),
    password: requiredText(10_000),
    /** The administrator's Direct address. */
    address: optional(text(254)),
    clinicName: requiredText(200),
    /** Names; their ids are made here and stand in the directory, where those of the rules engine are put in their place. */
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
  faults: noFaults,
});
