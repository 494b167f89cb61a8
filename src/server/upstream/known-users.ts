import { hash } from "node:crypto";

/** Who signed in, according to the service. */
export interface KnownUser {
  readonly userName: string;
  readonly sessionId: string | undefined;
}

interface Entry {
  readonly user: KnownUser;
  readonly keys: readonly string[];
  readonly until: number;
}

/** Shorter values are not session ids: a language, a yes. */
const minSecret = 16;
const maxCookies = 50;

/** The name=value pairs of a Cookie header that may name a session. */
function secretsOf(cookieHeader: string | undefined): string[] {
  const pairs = (cookieHeader ?? "").split(";", maxCookies).map((pair) => pair.trim());
  return pairs.filter((pair) => pair.length - pair.indexOf("=") > minSecret && pair.includes("="));
}

const keyOf = (pair: string) => hash("sha256", pair, "base64url");

/**
 * Who is signed in at a service that cannot say so itself: remembered for the cookie it set at sign-in, by the cookie's
 * hash, only in memory, for a limited time and number of users.
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

  /** After a sign-in. A service that set no cookie keeps using the one the browser had. */
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

  /** Who signed in with these cookies. Cookies of two different users match no one. */
  find(cookieHeader: string | undefined): KnownUser | undefined {
    const found = new Set(secretsOf(cookieHeader).flatMap((pair) => this.#entries.get(keyOf(pair)) ?? []));
    const [entry] = found;
    if (found.size !== 1 || !entry || entry.until <= this.#now()) return undefined;
    return entry.user;
  }

  /** After a sign-out, or when the service no longer knows the cookie. */
  forget(cookieHeader: string | undefined): void {
    for (const pair of secretsOf(cookieHeader))
      for (const key of this.#entries.get(keyOf(pair))?.keys ?? []) this.#entries.delete(key);
  }
}
