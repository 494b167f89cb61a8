import * as z from "zod/mini";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** What somebody can prove themselves by. `sign-in`: by nothing but signing in again. */
export const factorWays = ["totp", "passkey", "recovery", "password", "sign-in"] as const;
export type FactorWay = (typeof factorWays)[number];

const longText = text(20_000);

/** What a browser gives of a passkey, in the JSON of WebAuthn; its parts are judged by the library for it. */
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
  /** Six digits of an authenticator app. */
  code: optional(text(100)),
  recoveryCode: optional(text(100)),
  passkey: optional(passkeyAnswer),
};

/** What a browser is asked for a passkey, as WebAuthn's JSON has it. */
export const passkeyQuestion = optional(z.looseObject({ challenge: z.string() }));
