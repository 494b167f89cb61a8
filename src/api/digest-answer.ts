import { hexOf } from "#room/contract/primitives/hex.ts";
/** The parameters of the service's digest challenge. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
}

export interface DigestQuestion {
  readonly userName: string;
  readonly password: string;
  readonly cnonce: string;
  /** Eight hex digits that count the uses of a nonce. */
  readonly nc: string;
  readonly uri: string;
}

interface Challenge {
  readonly scheme: string;
  readonly members: ReadonlyMap<string, string>;
}

const separators = /[\s,]*/y;
const token = /[^\s,="]+/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)"/sy;
const plain = /[^\s,]*/y;

/** The challenges in a header, of which a service may send several. Linear time for any input. */
function challengesIn(header: string): Challenge[] {
  const challenges: Challenge[] = [];
  let members = new Map<string, string>();
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(separators);
    const [name] = take(token) ?? [];
    if (name === undefined) return challenges;
    if (!take(equals)) {
      members = new Map();
      challenges.push({ scheme: name.toLowerCase(), members });
    } else if (header[at] === '"') {
      const value = take(quoted)?.[1];
      if (value === undefined) return challenges;
      members.set(name.toLowerCase(), value.replaceAll(/\\(.)/gs, "$1"));
    } else members.set(name.toLowerCase(), take(plain)?.[0] ?? "");
  }
}

/**
 * Parses a `WWW-Authenticate: Digest …` header. Undefined when there is none this browser can compute: only SHA-256
 * (MD5 is broken and not in WebCrypto) with qop auth.
 */
export function parseChallenge(header: string): DigestChallenge | undefined {
  for (const { scheme, members } of challengesIn(header)) {
    const realm = members.get("realm");
    const nonce = members.get("nonce");
    const isSha256 = members.get("algorithm")?.toUpperCase() === "SHA-256";
    const hasAuth = (members.get("qop") ?? "").split(",").some((each) => each.trim() === "auth");
    if (scheme === "digest" && realm !== undefined && nonce && isSha256 && hasAuth) return { realm, nonce };
  }
  return undefined;
}

/** The `response` of RFC 7616, 3.4.1, with SHA-256 and qop "auth"; the method defaults to POST. */
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
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
