import * as z from "zod/mini";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** Ways to prove one's identity. `sign-in`: only a new sign-in works. */
export const factorWays = ["totp", "passkey", "recovery", "password", "sign-in"] as const;
export type FactorWay = (typeof factorWays)[number];

const longText = text(20_000);

/** A browser's passkey response, as WebAuthn JSON; the WebAuthn library validates its parts. */
export const passkeyAnswer = z.looseObject({
  id: text(2000),
  rawId: text(2000),
  type: text(40),
  response: z.looseObject({
    clientDataJSON: longText,
    authenticatorData: optional(longText),
    signature: optional(longText),
    userHandle: optional(text(2000)),
    attestationObject: optional(longText),
    transports: optional(z.array(text(40))),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** One proof: whichever member is given. */
export const factorProof = {
  /** Six digits from an authenticator app. */
  code: optional(text(100)),
  recoveryCode: optional(text(100)),
  passkey: optional(passkeyAnswer),
};

/** The WebAuthn JSON that asks a browser for a passkey. */
export const passkeyQuestion = optional(z.looseObject({ challenge: z.string() }));
