import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { actorOfKey } from "#room/contract/caller-name.ts";
import { registry } from "#room/contract/registry.ts";
import { programOperation } from "#room/contract/program-operations.ts";
import { programRights } from "#room/contract/rights.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { addressKey } from "#room/server/sessions/address-key.ts";
import type { Settings } from "#room/server/settings.ts";
import type { FoundKey, NewSecret } from "#room/server/store/program-key-repository.ts";
import type { Store } from "#room/server/store/store.ts";
import { KeyRefusal } from "./key-refusal.ts";
import { hash, randomInt } from "node:crypto";

/** The prefix of every key, by which people and secret scanners recognize one. No session id has it. */
export const keyPrefix = "vckey_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 238 bits. */
const randomLength = 40;
const checkLength = 6;
const form = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checkLength}}$`);

/** A checksum: a mistyped key is detected without a database look-up. */
function checkOf(body: string): string {
  return hash("sha256", body).slice(0, checkLength);
}

/** True for anything meant as a key, complete or not. */
export function isProgramKey(text: string): boolean {
  return text.startsWith(keyPrefix);
}

/** False for a key that was truncated, mistyped or made up. */
export function isWholeKey(text: string): boolean {
  return form.test(text) && checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

export function newSecret(): { readonly secret: string; readonly kept: NewSecret } {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const body = keyPrefix + random;
  const secret = body + checkOf(body);
  return { secret, kept: { hash: hashOfSecret(secret), hint: secret.slice(-4) } };
}

/** How often a use is recorded at most. */
const touchEvery = 60_000;

function callerOf(key: FoundKey, idHash: string): SessionInfo {
  const operations = key.operations.map(programOperation).filter((operation) => operation !== undefined);
  const needed: ReadonlySet<string> = new Set(operations.map((operation) => registry[operation].right));
  return {
    userId: 0,
    userName: actorOfKey(key.name),
    role: "program",
    rights: new Set(programRights.filter((right) => needed.has(right))),
    practices: key.practices,
    idHash,
    expiresAt: key.expiresAt,
    key: { keyId: key.keyId, operations: new Set(operations) },
  };
}

export function createKeyring({
  store,
  settings,
  now,
}: {
  readonly store: Pick<Store, "programKeys" | "throttle">;
  readonly settings: Settings;
  readonly now: () => Date;
}) {
  async function refuseUnknown(remoteAddress: string, at: number): Promise<never> {
    // Counted apart from sign-ins, so that a program with a wrong key does not lock out people behind the same address.
    const name = `keys:${addressKey(remoteAddress)}`;
    const windowMs = settings.failureMinutes * 60_000;
    const { hits, windowStartedAt } = await store.throttle.peek(name, at, windowMs);
    if (hits >= settings.addressFailures)
      throw KeyRefusal.throttled(Math.max(1, Math.ceil((windowStartedAt + windowMs - at) / 1000)));
    await store.throttle.hit(name, at, windowMs);
    throw new KeyRefusal("KeyUnknown");
  }

  return {
    /**
     * The program with a secret, read on each call, so that what another process ended does not work here. Throws the 401,
     * or the 429 for an address that tries unknown ones.
     */
    async admit(secret: string, remoteAddress: string): Promise<SessionInfo> {
      const at = now().getTime();
      const hash = hashOfSecret(secret);
      const found = isWholeKey(secret) ? await store.programKeys.findSecret(hash) : undefined;
      if (!found) return refuseUnknown(remoteAddress, at);
      const actor = actorOfKey(found.name);
      const { keyId, endedAt, worksUntil = Infinity, expiresAt, lastUsedAt = 0 } = found;
      if (endedAt !== undefined) throw new KeyRefusal("KeyEnded", actor);
      if (found.heldSince !== undefined) throw new KeyRefusal("KeyHeld", actor);
      if (at >= worksUntil) throw new KeyRefusal("KeyRotated", actor);
      if (at >= expiresAt) throw new KeyRefusal("KeyExpired", actor);
      // If this write fails, a later use is recorded.
      if (at - lastUsedAt >= touchEvery)
        await store.programKeys.touch(hash, keyId, { at, from: remoteAddress }).catch(() => undefined);
      return callerOf(found, hash);
    },
  };
}

export type Keyring = ReturnType<typeof createKeyring>;
