import { serviceConfig } from "./service-config.ts";
import { hexOf } from "#room/contract/primitives/hex.ts";
import { digestAnswer, parseChallenge } from "./digest-answer.ts";
import { NetworkFailure, UnexpectedStatus } from "./failures.ts";
import { signInWith } from "./session.ts";

/**
 * Signs in by digest (RFC 7616 in the members of Auth): the password never leaves the browser. Throws what `signIn`
 * throws, and UnexpectedStatus when the service offers no digest this browser can compute.
 */
export async function signInByDigest(credentials: {
  readonly userName: string;
  readonly password: string;
  readonly rememberMe?: boolean;
}): Promise<string> {
  const { userName, password, rememberMe } = credentials;
  const challenge = parseChallenge(await askChallenge(userName));
  if (!challenge) throw new UnexpectedStatus(401, { operation: "authenticate", outcome: "refused" });
  const cnonce = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  const request = { userName, password, cnonce, nc: "00000001", uri: authPath() };
  const response = await digestAnswer(challenge, request);
  return signInWith({
    provider: "digest",
    userName,
    nonce: challenge.nonce,
    uri: request.uri,
    response,
    qop: "auth",
    nc: request.nc,
    cnonce,
    ...(rememberMe ? { rememberMe } : {}),
  });
}

function authPath(): string {
  return `${serviceConfig().apiBase}/json/reply/Auth`;
}

/**
 * The only call besides `callOperation`, since its answer is a header. Sent without credentials, because with them the
 * browser would show its own sign-in box for a Digest challenge; our server uses another scheme name for that reason.
 */
async function askChallenge(userName: string): Promise<string> {
  try {
    const answer = await fetch(authPath(), {
      method: "POST",
      body: JSON.stringify({ provider: "digest", userName }),
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      credentials: "omit",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    });
    return answer.headers.get("X-WWW-Authenticate") ?? answer.headers.get("WWW-Authenticate") ?? "";
  } catch (error) {
    throw new NetworkFailure("No answer came", {
      operation: "authenticate",
      outcome: "not-sent",
      cause: error,
    });
  }
}
