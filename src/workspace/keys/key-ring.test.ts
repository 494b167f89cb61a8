import { expect, test, vi } from "vitest";
import type { GuardedKey, SessionHeldKey } from "./key-guard.ts";
import { type KeyStore, KeyRing, type UnlockWith } from "./key-ring.ts";
import type { PasskeyHeldKey } from "./passkey-guard.ts";

function storeOf(): KeyStore {
  const meta: { guard?: GuardedKey | undefined; session?: SessionHeldKey | undefined } = {};
  let passkeys: readonly PasskeyHeldKey[] = [];
  return {
    name: "of casey",
    guard: async () => meta.guard,
    held: async () => meta.session,
    passkeys: async () => passkeys,
    putPasskeys: async (held) => void (passkeys = held),
    putMeta: async (key, value) => void Object.assign(meta, { [key]: value }),
    empty: async () => undefined,
  };
}

const password = { kind: "password", text: "first password" } as const;

/** Opens it, and returns the bare bytes of its data key as they lie in memory now. */
async function opened(ring: KeyRing, unlockWith: UnlockWith) {
  const imported: Uint8Array[] = [];
  const importKey = crypto.subtle.importKey.bind(crypto.subtle);
  const spy = vi.spyOn(crypto.subtle, "importKey").mockImplementation(((...how: unknown[]) => {
    const [, bytes, algorithm] = how;
    if (algorithm === "HKDF" && bytes instanceof Uint8Array && bytes.length === 32) imported.push(bytes);
    return Reflect.apply(importKey, crypto.subtle, how) as Promise<CryptoKey>;
  }) as typeof importKey);
  await ring.open(unlockWith);
  spy.mockRestore();
  const bare = imported.at(-1);
  if (!bare) throw new Error("No data key was used");
  return bare;
}

const isWiped = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

test("a key under a password is wiped once used", async () => {
  const store = storeOf();
  const ring = new KeyRing(store);
  expect(isWiped(await opened(ring, { secret: password, sessionKey: "s1" }))).toBe(true);
  expect(ring.protection()).toBe("password");
  for (const unlockWith of [{ secret: password }, { sessionKey: "s1" }])
    expect(isWiped(await opened(new KeyRing(store), unlockWith))).toBe(true);
});

test("a key only the session holds stays until it closes", async () => {
  const ring = new KeyRing(storeOf());
  const bare = await opened(ring, { sessionKey: "s1" });
  expect(ring.protection()).toBe("session");
  expect(isWiped(bare)).toBe(false);
  await ring.forgetSession();
  // Its owner is about to return.
  expect(await opened(ring, { sessionKey: "s2" })).toBe(bare);
  ring.close();
  expect(isWiped(bare)).toBe(true);
});

test("a passphrase set later opens it after the session", async () => {
  const store = storeOf();
  const ring = new KeyRing(store);
  const bare = await opened(ring, { sessionKey: "s1" });
  await ring.setPassphrase("of my own");
  expect(isWiped(bare)).toBe(true);
  expect(ring.protection()).toBe("passphrase");
  await ring.forgetSession();
  await expect(new KeyRing(store).open({ sessionKey: "s1" })).rejects.toThrow();
  const secret = { kind: "passphrase", text: "of my own" } as const;
  expect(isWiped(await opened(new KeyRing(store), { secret }))).toBe(true);
});
