import { createSecretKey, hash, type KeyObject } from "node:crypto";
import { openBytes, sealBytes } from "#room/server/vault/seal-bytes.ts";

export interface KnownUser {
  readonly userName: string;
  readonly sessionId?: string | undefined;
}

interface Note {
  readonly user: KnownUser;
  /** Hashes of the service's cookies that it was signed in with. */
  readonly keys: readonly string[];
  readonly until: number;
}

/** The cookie in which the browser keeps for us who it is. The service never gets it. */
const noteName = "console-user";
/** Shorter values are not session ids: a language, a yes. */
const minSecret = 16;
const maxCookies = 50;
/** Longer ones are not kept by browsers. */
const maxNote = 3000;

const nameOf = (pair: string) => pair.slice(0, Math.max(0, pair.indexOf("=")));
const keyOf = (pair: string) => hash("sha256", pair, "base64url");

function pairsOf(cookieHeader: string | undefined): string[] {
  return (cookieHeader ?? "").split(";", maxCookies).map((pair) => pair.trim());
}

/** The name=value pairs of a Cookie header that may name a session of the service. */
function secretsOf(cookieHeader: string | undefined): string[] {
  return pairsOf(cookieHeader).filter(
    (pair) => nameOf(pair) !== noteName && pair.includes("=") && pair.length - pair.indexOf("=") > minSecret,
  );
}

/** A Cookie header as the service gets it. */
export function withoutNote(cookieHeader: string | undefined): string | undefined {
  const pairs = pairsOf(cookieHeader);
  if (!pairs.some((pair) => nameOf(pair) === noteName)) return cookieHeader;
  const theirs = pairs.filter((pair) => nameOf(pair) !== noteName);
  return theirs.length === 0 ? undefined : theirs.join("; ");
}

/**
 * Who is signed in at a service that cannot say so itself. After a sign-in the browser gets it as a sealed cookie, which
 * holds with the service's own cookie of that sign-in only: no process has to remember it, and all with the same key can
 * read it.
 */
export class KnownUsers {
  readonly #key: KeyObject;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor({ key, lifeMs, now = Date.now }: { key: Uint8Array; lifeMs: number; now?: () => number }) {
    this.#key = createSecretKey(key);
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /** The cookie to set after a sign-in. A service that set none of its own keeps using the one the browser had. */
  remember(user: KnownUser, setCookies: readonly string[], cookieHeader: string | undefined): string[] {
    const set = secretsOf(setCookies.map((cookie) => cookie.split(";")[0] ?? "").join(";"));
    const keys = (set.length > 0 ? set : secretsOf(cookieHeader)).map(keyOf);
    const note: Note = { user, keys, until: this.#now() + this.#lifeMs };
    const sealed = sealBytes(this.#key, noteName, JSON.stringify(note)).toString("base64url");
    if (keys.length === 0 || sealed.length > maxNote) return this.forget(cookieHeader);
    return [`${noteName}=${sealed}; Path=/; HttpOnly; SameSite=Lax`];
  }

  /** Who signed in with these cookies. Two of the service's under one name match no one. */
  find(cookieHeader: string | undefined): KnownUser | undefined {
    const note = this.#noteIn(cookieHeader);
    if (!note || note.until <= this.#now()) return undefined;
    const secrets = secretsOf(cookieHeader);
    const known = secrets.find((pair) => note.keys.includes(keyOf(pair)));
    if (known === undefined) return undefined;
    return secrets.filter((pair) => nameOf(pair) === nameOf(known)).length === 1 ? note.user : undefined;
  }

  /** The cookie to set after a sign-out, or when the service no longer knows its own: none if there was none. */
  forget(cookieHeader: string | undefined): string[] {
    const has = pairsOf(cookieHeader).some((pair) => nameOf(pair) === noteName);
    return has ? [`${noteName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`] : [];
  }

  #noteIn(cookieHeader: string | undefined): Note | undefined {
    const notes = pairsOf(cookieHeader).filter((pair) => nameOf(pair) === noteName);
    const [only = ""] = notes;
    if (notes.length !== 1) return undefined;
    try {
      const sealed = Buffer.from(only.slice(noteName.length + 1), "base64url");
      // Only this class has the key.
      return JSON.parse(openBytes(this.#key, noteName, sealed).toString("utf8")) as Note;
    } catch {
      return undefined;
    }
  }
}
