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

/** The service's WebAuthn options, interpreted by the browser. */
export type PasskeyQuestion = object;

export function hasPasskeys(): boolean {
  return isSecureContext && browserSupportsWebAuthn();
}

/** Without the extension results: the authenticator's secret never leaves the browser. */
function bare(answer: AuthenticationResponseJSON | RegistrationResponseJSON): PasskeyAnswer {
  // Both match the contract; the library's types list fewer members.
  return { ...answer, clientExtensionResults: {} } as unknown as PasskeyAnswer;
}

/** The authenticator derives the workspace's own secret from this (PRF). */
const workspaceSalt = new TextEncoder().encode("workspace of the visit charge console");

/** A passkey's response: the proof for the service and, if supported, the secret that opens the workspace. */
export interface PasskeyResult {
  readonly proof: PasskeyAnswer;
  readonly opens: { readonly id: string; readonly text: string } | undefined;
}

function secretOf({
  id,
  clientExtensionResults: results,
}: AuthenticationResponseJSON): PasskeyResult["opens"] {
  const first: unknown = results.prf?.results?.first;
  if (!(first instanceof ArrayBuffer) || first.byteLength < 32) return undefined;
  return { id, text: btoa(String.fromCharCode(...new Uint8Array(first))) };
}

/** Throws what the browser refused. */
export async function askPasskey(question: PasskeyQuestion): Promise<PasskeyResult> {
  const options = question as PublicKeyCredentialRequestOptionsJSON; // as the service's library wrote it
  const extensions = { ...options.extensions, prf: { eval: { first: workspaceSalt } } };
  // The library's types have the salt as JSON; the browser needs bytes.
  const optionsJSON = { ...options, extensions } as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON });
  return { proof: bare(answer), opens: secretOf(answer) };
}

/** Only the secret, when the session is active and the workspace is locked: nothing is proved to the service. */
export async function askWorkspaceSecret(): Promise<PasskeyResult["opens"]> {
  const challenge = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))));
  const urlSafe = challenge.replaceAll("+", "-").replaceAll("/", "_");
  const { opens } = await askPasskey({
    challenge: urlSafe,
    rpId: location.hostname,
    userVerification: "required",
    timeout: 120_000,
  });
  return opens;
}

export async function makePasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const options = question as PublicKeyCredentialCreationOptionsJSON; // as the service's library wrote it
  // Otherwise it provides no secret later.
  const optionsJSON = { ...options, extensions: { ...options.extensions, prf: {} } };
  return bare(await startRegistration({ optionsJSON }));
}

/** The meaning of the browser's refusal; undefined for other errors. */
export function passkeyFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  if (name === "NotAllowedError" || name === "AbortError")
    return "The passkey was not used: it was canceled, or it took too long. Try again.";
  if (name === "InvalidStateError") return "This device has a passkey for your account already.";
  if (name === "SecurityError")
    return "Passkeys can’t be used at this address. Open the console by its name.";
  return name === "WebAuthnError" || name === "NotSupportedError" || name === "ConstraintError"
    ? "This device can’t make the kind of passkey needed here. Try another one."
    : undefined;
}
