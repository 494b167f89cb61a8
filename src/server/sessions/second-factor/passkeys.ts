import { readJson } from "#room/contract/written-json.ts";
import { hash } from "node:crypto";
import { isIP } from "node:net";
import type { FactorWay, PasskeyAnswer } from "#room/contract/schemas/factor.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import type { Store } from "#room/server/store/store.ts";
import { type Factors, findPasskey, type PasskeyRow, takePasskeyUse } from "./factor-store.ts";

/** Large, and needed by few sign-ins. */
const library = () => import("@simplewebauthn/server");

/** How long a browser keeps the prompt open. */
const timeout = 2 * 60_000;

/** The name that passkeys of this URL are bound to. WebAuthn does not accept an IP address. */
export function placeOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? hostname : undefined;
}

/** The same, refusing an IP address. */
export function checkedPlace(origin: string): string {
  const place = placeOf(origin);
  if (place !== undefined) return place;
  throw new Refusal(
    400,
    "PasskeysNeedName",
    "Passkeys cannot be used at an IP address. Open the console by its name; on this machine by localhost.",
  );
}

const described = ({ credential_id: id, transports }: PasskeyRow) => ({
  id,
  // A JSON list of words that we wrote.
  transports: readJson<string[]>(transports),
});

export async function creationQuestion(
  user: { userId: number; userName: string },
  known: readonly PasskeyRow[],
  rpID: string,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Visit Charge Console",
    rpID,
    userName: user.userName,
    // Not the user id itself, which other lists show.
    userID: new Uint8Array(Buffer.from(hash("sha256", `passkeys of user ${user.userId}`), "hex")),
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** The browser's options for proving one of these passkeys or, if none is named, any. */
export async function provingQuestion(known: readonly PasskeyRow[] | undefined, rpID: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    timeout,
    ...(known ? { allowCredentials: known.map(described) } : {}),
    userVerification: known ? "preferred" : "required",
  });
}

/** How a user with these factors can prove them here, with the question for their passkeys. */
export async function provingWays({ passkeys, totpSince, recoveryCodesLeft }: Factors, origin: string) {
  const place = placeOf(origin);
  const here = passkeys.filter(({ rp_id: bound }) => bound === place);
  const passkey = place !== undefined && here.length > 0 ? await provingQuestion(here, place) : undefined;
  const ways: FactorWay[] = [
    ...(passkey ? (["passkey"] as const) : []),
    ...(totpSince === undefined ? [] : (["totp"] as const)),
    ...(recoveryCodesLeft > 0 ? (["recovery"] as const) : []),
  ];
  return { ways, ...(passkey ? { passkey: { ...passkey } } : {}) };
}

interface Expected {
  readonly challenge: string;
  readonly origin: string;
}

/** The new passkey in an answer; undefined if anything about it is invalid. */
export async function madePasskey(answer: PasskeyAnswer, { challenge, origin }: Expected) {
  const rpID = placeOf(origin);
  if (rpID === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    // The library validates its parts.
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: JSON.stringify((answer.response.transports ?? []).slice(0, 10)),
    rp_id: rpID,
  };
}

/**
 * The passkey proved by an answer; its counter is used up. `ofUser`: only that user's. Without it, the passkey is the
 * only step of a sign-in, so the authenticator must have verified its user.
 */
export async function provenPasskey(
  store: Pick<Store, "db">,
  answer: PasskeyAnswer,
  { challenge, origin, ofUser, now }: Expected & { ofUser: number | undefined; now: number },
): Promise<PasskeyRow | undefined> {
  const row = await findPasskey(store, answer.id);
  if (!row || (ofUser !== undefined && row.user_id !== ofUser)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    // As above.
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: row.rp_id,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
      counter: row.counter,
    },
    requireUserVerification: ofUser === undefined,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter } = verified.authenticationInfo;
  return (await takePasskeyUse(store, row, { newCounter, now })) ? row : undefined;
}
