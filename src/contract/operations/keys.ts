import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { programKey, keyLimits, keyNumber, secretMark } from "#room/contract/schemas/program-key.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

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

const onKey = {
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
} as const;

const maxNamed = 100;
const few = rule<readonly unknown[]>((list) => list.length <= maxNamed, {
  code: "Length",
  message: `must be at most ${maxNamed}`,
});

/**
 * AddKey, an extension: creates an API key for a program. The secret is returned once and never stored;
 * programs send it as `Authorization: Bearer` or `X-ss-id`. 409 `KeyNameTaken` when another key has the name.
 */
export const addKey = defineExtension({
  name: "AddKeyRequest",
  ...onKey,
  request: z.looseObject({
    /** The program's name in the audit log and on visits, such as `Rules engine`. */
    name: requiredText(60),
    /** Wire names of the operations it may call. */
    operations: z.array(text(100)).check(few),
    /** The practices it may see. Absent or empty: all that the caller may see. */
    practices: optional(z.array(requiredGuid).check(few)),
    /** Absent: a year from now. */
    expiresAt: optional(wireDateTime),
  }),
  response: z.looseObject({ key: programKey, secret: z.string() }),
});

/**
 * RotateKey, an extension: gives a key a new secret, returned once. The previous one keeps working for a
 * while, so that the program can be updated. 409 `KeyChanged` when somebody else rotated it meanwhile,
 * `KeyEnded` when the key has ended.
 */
export const rotateKey = defineExtension({
  name: "RotateKeyRequest",
  ...onKey,
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

/**
 * EndKey, an extension: ends a key permanently, or just one of its old secrets. Takes effect everywhere
 * at once. Ending it again changes nothing.
 */
export const endKey = defineExtension({
  name: "EndKeyRequest",
  ...onKey,
  request: z.looseObject({
    keyId: keyNumber,
    /** The mark of the old secret to end. Absent: the whole key. */
    secret: optional(secretMark),
  }),
  response: z.looseObject({ key: programKey }),
});
