import { hash } from "node:crypto";

/** Who signed in, as the service said. */
export interface KnownUser {
  readonly userName: string;
  readonly sessionId: string | undefined;
}

interface Entry {
  readonly user: KnownUser;
  readonly keys: readonly string[];
  readonly until: number;
}

/** Shorter values are no session's: a language, a yes. */
const leastSecret = 16;
const mostCookies = 50;

/** The name=value pairs of a Cookie header that may name a session. */
function secretsOf(cookieHeader: string | undefined): string[] {
  const pairs = (cookieHeader ?? "").split(";", mostCookies).map((pair) => pair.trim());
  return pairs.filter((pair) => pair.length - pair.indexOf("=") > leastSecret && pair.includes("="));
}

const keyOf = (pair: string) => hash("sha256", pair, "base64url");

/**
 * Who is signed in at a service that cannot say so itself: remembered for the cookie with which it answered a sign-in,
 * by the cookie's hash, in memory alone, for a bounded time and a bounded number of users.
 */
export class KnownUsers {
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor({ most, lifeMs, now = Date.now }: { most: number; lifeMs: number; now?: () => number }) {
    this.#most = most;
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /** After a sign-in. A service that set no cookie with it goes on with the one that the browser had. */
  remember(user: KnownUser, setCookies: readonly string[], cookieHeader: string | undefined): void {
    this.forget(cookieHeader);
    const set = secretsOf(setCookies.map((cookie) => cookie.split(";")[0] ?? "").join(";"));
    const keys = (set.length > 0 ? set : secretsOf(cookieHeader)).map(keyOf);
    const entry = { user, keys, until: this.#now() + this.#lifeMs };
    for (const key of keys) this.#entries.set(key, entry);
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(key);
    }
  }

  /** Who signed in with these cookies. Two users' cookies at once are nobody's. */
  find(cookieHeader: string | undefined): KnownUser | undefined {
    const found = new Set(secretsOf(cookieHeader).flatMap((pair) => this.#entries.get(keyOf(pair)) ?? []));
    const [entry] = found;
    if (found.size !== 1 || !entry || entry.until <= this.#now()) return undefined;
    return entry.user;
  }

  /** After a sign-out, or when the service knows the cookie no more. */
  forget(cookieHeader: string | undefined): void {
    for (const pair of secretsOf(cookieHeader))
      for (const key of this.#entries.get(keyOf(pair))?.keys ?? []) this.#entries.delete(key);
  }
}
