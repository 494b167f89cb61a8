/** What the service asks a digest over. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
}

export interface DigestQuestion {
  readonly userName: string;
  readonly password: string;
  readonly cnonce: string;
  /** Eight hexadecimal digits; counts the uses of one nonce. */
  readonly nc: string;
  readonly uri: string;
}

/**
 * Reads a `WWW-Authenticate: Digest …` header. Undefined when it is none, or asks for what this browser does not
 * compute: another algorithm than SHA-256 (MD5 is broken and WebCrypto has it not), another qop than auth.
 */
export function parseChallenge(header: string): DigestChallenge | undefined {
  const digest = /(?:^|,\s*)Digest\s+(.*)$/is.exec(header)?.[1];
  if (!digest) return undefined;
  const members = new Map<string, string>();
  for (const [, name, quoted, plain] of digest.matchAll(
    /([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
  )) {
    if (name)
      members.set(
        name.toLowerCase(),
        quoted === undefined ? (plain ?? "") : quoted.replaceAll(/\\(.)/g, "$1"),
      );
  }
  const realm = members.get("realm");
  const nonce = members.get("nonce");
  const isSha256 = members.get("algorithm")?.toUpperCase() === "SHA-256";
  const hasAuth = (members.get("qop") ?? "").split(/\s*,\s*/).includes("auth");
  return realm !== undefined && nonce && isSha256 && hasAuth ? { realm, nonce } : undefined;
}

/** The `response` of RFC 7616, 3.4.1, with SHA-256, qop "auth" and the method POST unless told. */
export async function digestAnswer(
  { realm, nonce }: DigestChallenge,
  { userName, password, cnonce, nc, uri }: DigestQuestion,
  method = "POST",
): Promise<string> {
  const secret = await sha256(`${userName}:${realm}:${password}`);
  const request = await sha256(`${method}:${uri}`);
  return sha256([secret, nonce, nc, cnonce, "auth", request].join(":"));
}

async function sha256(text: string): Promise<string> {
  return describeDigest(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
  );
}

/** Bytes as lower-case hexadecimal digits. */
export function describeDigest(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
