import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { keyLimits, keyNumber, programKey, secretMark } from "#room/contract/schemas/program-key.ts";

/**
 * RotateKey, an extension: gives a key a new secret, returned once. The previous one keeps working for a
 * while, so that the program can be updated. 409 `KeyChanged` when somebody else rotated it meanwhile,
 * `KeyEnded` when the key has ended.
 */
export const rotateKey = defineExtension({
  name: "RotateKeyRequest",
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    keyId: keyNumber,
    /** The mark of the current secret, as the caller knows it. */
    current: secretMark,
    /** How many hours the previous secret keeps working. 0: not at all. Absent: 24. */
    overlapHours: optional(
      z.number().check(
        rule((hours) => hours >= 0 && hours <= keyLimits.maxOverlapHours, {
          code: "InclusiveBetween",
          message: `must be between 0 and ${keyLimits.maxOverlapHours}`,
        }),
      ),
    ),
    /** Absent: a year from now. */
    expiresAt: optional(wireDateTime),
  }),
  response: z.looseObject({ key: programKey, secret: z.string() }),
});
