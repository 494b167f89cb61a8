import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text, requiredText } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { passkeyQuestion, passkeyAnswer } from "#room/contract/schemas/factor.ts";

/** Factors, an extension: the caller's second factors. */
export const listFactors = defineExtension({
  name: "FactorsRequest",
  effect: "read",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    /** Whether their role requires one. */
    isRequired: z.boolean(),
    /** When the authenticator app was set up. */
    totpSince: optional(wireDateTime),
    passkeys: z.array(
      z.looseObject({
        passkeyId: z.string(),
        name: z.string(),
        createdAt: wireDateTime,
        lastUsedAt: optional(wireDateTime),
      }),
    ),
    recoveryCodesLeft: z.number(),
    /**
     * The host name that passkeys are bound to. Absent when the console was opened by IP address, where
     * passkeys do not work.
     */
    passkeyPlace: optional(z.string()),
  }),
});

/**
 * AddFactor, an extension: starts setting up an authenticator app or a passkey. It takes effect once
 * confirmed.
 */
export const addFactor = defineExtension({
  name: "AddFactorRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ kind: z.enum(["totp", "passkey"]) }),
  response: z.looseObject({
    /** The app's secret: in base32, and as the URI encoded in its QR code. */
    secret: optional(z.string()),
    address: optional(z.string()),
    passkey: passkeyQuestion,
  }),
});

/**
 * ConfirmFactor, an extension: completes AddFactor with the app's first code or the browser's passkey
 * response. The first factor also returns recovery codes, shown only this once.
 */
export const confirmFactor = defineExtension({
  name: "ConfirmFactorRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    code: optional(text(100)),
    passkey: optional(passkeyAnswer),
    /** The passkey's name in the list. */
    name: optional(text(60)),
  }),
  response: z.looseObject({ recoveryCodes: z.array(z.string()) }),
});

/**
 * RemoveFactor, an extension: removes the caller's app (`totp`) or one passkey. The last factor cannot be
 * removed if the role requires one.
 */
export const removeFactor = defineExtension({
  name: "RemoveFactorRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ totp: optional(z.boolean()), passkeyId: optional(text(2000)) }),
  response: z.looseObject({}),
});

/** RecoveryCodes, an extension: ten new codes, shown only this once. Earlier codes stop working. */
export const makeRecoveryCodes = defineExtension({
  name: "RecoveryCodesRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ recoveryCodes: z.array(z.string()) }),
});

/**
 * ResetFactor, an extension: removes all second factors of another user, who has lost theirs, and ends their
 * sessions. Not for oneself.
 */
export const resetFactor = defineExtension({
  name: "ResetFactorRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({}),
});
