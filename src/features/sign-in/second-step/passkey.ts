import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import type { PasskeyAnswer } from "#room/contract/schemas/factor.ts";

/** What the service asks; its parts are the browser's to judge. */
export type PasskeyQuestion = object;

export function hasPasskeys(): boolean {
  return isSecureContext && browserSupportsWebAuthn();
}

/** Without what else the authenticator told: a secret of it (PRF) never leaves the browser. */
function bare({
  clientExtensionResults: _told,
  ...answer
}: AuthenticationResponseJSON | RegistrationResponseJSON) {
  // Both are what the contract says; the library's types name fewer members.
  return { ...answer, clientExtensionResults: {} } as unknown as PasskeyAnswer;
}

/** Proves that a passkey is here. Throws what the browser refused. */
export async function askPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON; // as the service's library wrote it
  return bare(await startAuthentication({ optionsJSON }));
}

/** Makes a passkey. Throws what the browser refused. */
export async function makePasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const optionsJSON = question as PublicKeyCredentialCreationOptionsJSON; // as above
  return bare(await startRegistration({ optionsJSON }));
}

/** What the browser's refusal means; undefined for what is no refusal of a browser. */
export function passkeyFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  if (name === "NotAllowedError" || name === "AbortError")
    return "The passkey was not used: it was canceled, or it took too long. Try again.";
  if (name === "InvalidStateError") return "This device has a passkey for your account already.";
  if (name === "SecurityError")
    return "Passkeys can’t be used at this address. Open the console by its name.";
  return name === "WebAuthnError" || name === "NotSupportedError" || name === "ConstraintError"
    ? "This device can’t do what is asked of a passkey here. Try another one."
    : undefined;
}
