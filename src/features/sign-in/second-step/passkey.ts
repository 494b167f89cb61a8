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

/** Without what else the authenticator told: its secret never leaves the browser. */
function bare(answer: AuthenticationResponseJSON | RegistrationResponseJSON): PasskeyAnswer {
  // Both are what the contract says; the library's types name fewer members.
  return { ...answer, clientExtensionResults: {} } as unknown as PasskeyAnswer;
}

/** The secret that an authenticator makes of this is the workspace's alone (PRF). */
const workspaceSalt = new TextEncoder().encode("workspace of the visit charge console");

/** What a passkey said: its proof for the service, and where it can, the secret that opens the workspace here. */
export interface PasskeySaid {
  readonly proof: PasskeyAnswer;
  readonly opens: { readonly id: string; readonly text: string } | undefined;
}

function secretOf({ id, clientExtensionResults: told }: AuthenticationResponseJSON): PasskeySaid["opens"] {
  const first: unknown = told.prf?.results?.first;
  if (!(first instanceof ArrayBuffer) || first.byteLength < 32) return undefined;
  return { id, text: btoa(String.fromCharCode(...new Uint8Array(first))) };
}

/** Proves that a passkey is here. Throws what the browser refused. */
export async function askPasskey(question: PasskeyQuestion): Promise<PasskeySaid> {
  const asked = question as PublicKeyCredentialRequestOptionsJSON; // as the service's library wrote it
  const extensions = { ...asked.extensions, prf: { eval: { first: workspaceSalt } } };
  // The library's types have the salt as it stands in JSON; the browser takes the bytes.
  const optionsJSON = { ...asked, extensions } as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON });
  return { proof: bare(answer), opens: secretOf(answer) };
}

/** The secret alone, where the session is there and the workspace is not: nothing is proved to the service. */
export async function askWorkspaceSecret(): Promise<PasskeySaid["opens"]> {
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

/** Makes a passkey. Throws what the browser refused. */
export async function makePasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const asked = question as PublicKeyCredentialCreationOptionsJSON; // as the service's library wrote it
  // Else it gives no secret later.
  const optionsJSON = { ...asked, extensions: { ...asked.extensions, prf: {} } };
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
    ? "This device can’t make the kind of passkey needed here. Try another one."
    : undefined;
}
