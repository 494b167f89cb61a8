import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The realm of every digest; ServiceStack uses the same. */
export const digestRealm = "/auth/digest";

export type DigestAlgorithm = "SHA-256" | "MD5";

/** H of RFC 7616: lowercase hexadecimal digits. */
export function digestHash(algorithm: DigestAlgorithm, text: string): string {
  return createHash(algorithm === "MD5" ? "md5" : "sha256")
    .update(text, "utf8")
    .digest("hex");
}

/** H(A1) of RFC 7616, 3.4.2: all that is stored of the password for digest. Anyone who has it can sign in by digest. */
export function digestSecret(
  algorithm: DigestAlgorithm,
  { userName, realm = digestRealm, password }: { userName: string; realm?: string; password: string },
): string {
  return digestHash(algorithm, `${userName}:${realm}:${password}`);
}

export interface DigestQuestion {
  readonly algorithm: DigestAlgorithm;
  /** H(A1). */
  readonly secret: string;
  readonly nonce: string;
  readonly nc: string;
  readonly cnonce: string;
  readonly uri: string;
  readonly method?: string;
}

/** `response` of RFC 7616, 3.4.1, for qop "auth". */
export function digestResponse(question: DigestQuestion): string {
  const { algorithm, secret, nonce, nc, cnonce, uri, method = "POST" } = question;
  const request = digestHash(algorithm, `${method}:${uri}`);
  return digestHash(algorithm, `${secret}:${nonce}:${nc}:${cnonce}:auth:${request}`);
}

/** Compares in constant time; hexadecimal digits in either case. */
export function isSameResponse(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
}

const nonceLifeMs = 600_000;

function seal(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** A nonce that only a server with the key can have created, valid for 600 seconds. */
export function newNonce(key: string, now: number): string {
  const text = `${now.toString(36)}.${randomBytes(12).toString("base64url")}`;
  return `${text}.${seal(key, text)}`;
}

/** Whether a nonce is valid; `stale` is ours but too old. */
export function judgeNonce(
  key: string,
  nonce: string,
  now: number,
): { state: "good" | "stale"; expiresAt: number } | { state: "foreign" } {
  const [time = "", random = "", seal64 = ""] = nonce.split(".");
  const expected = Buffer.from(seal(key, `${time}.${random}`));
  const given = Buffer.from(seal64);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { state: "foreign" };
  const madeAt = Number.parseInt(time, 36);
  // One from later was made before the clock was set back.
  const isGood = Math.abs(now - madeAt) < nonceLifeMs;
  return { state: isGood ? "good" : "stale", expiresAt: madeAt + nonceLifeMs };
}
