import { beforeEach, expect, test, vi } from "vitest";
import { NotAllowed, WrongSecret } from "#room/workspace/browser/failures.ts";
import { type GuardedKey, openHeld, type SessionHeldKey } from "./key-guard.ts";
import { type KeyStore, KeyRing, type UnlockWith } from "./key-ring.ts";
import type { PasskeyHeldKey } from "./passkey-guard.ts";

/** `emptied` counts how often it was told that its data is lost. */
function storeOf(): KeyStore & { emptied: number } {
  const meta: { guard?: GuardedKey | undefined; session?: SessionHeldKey | undefined } = {};
  let passkeys: readonly PasskeyHeldKey[] = [];
  return {
    name: "of casey",
    emptied: 0,
    guard: async () => meta.guard,
    held: async () => meta.session,
    passkeys: async () => passkeys,
    putPasskeys: async (held) => void (passkeys = held),
    putMeta: async (key, value) => void Object.assign(meta, { [key]: value }),
    async empty() {
      this.emptied += 1;
    },
  };
}

// A guess must take long; these tests need not.
const deriveKey = crypto.subtle.deriveKey.bind(crypto.subtle);
beforeEach(() => {
  vi.spyOn(crypto.subtle, "deriveKey").mockImplementation((how, ...rest) =>
    deriveKey(typeof how === "object" && "iterations" in how ? { ...how, iterations: 1 } : how, ...rest),
  );
});

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
  ring.close();
});

test("a password typed later guards that same key", async () => {
  const store = storeOf();
  const ring = new KeyRing(store);
  const text = (await opened(ring, { sessionKey: "s1" })).join();
  await ring.forgetSession();
  await ring.open({ secret: password, sessionKey: "s2" });
  expect(await keyBehind(store, { sessionKey: "s2" })).toEqual({ key: text, protection: "password" });
  expect((await keyBehind(store, { secret: password })).key).toBe(text);
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

/** The data key that such an opening finds. */
async function keyBehind(store: KeyStore, unlockWith: UnlockWith) {
  const ring = new KeyRing(store);
  await ring.open({ sessionKey: "to look", ...unlockWith });
  const session = await store.held();
  const key = session && (await openHeld(session, unlockWith.sessionKey ?? "to look", store.name));
  return { key: key?.join(), protection: ring.protection() };
}

const passphrase = { kind: "passphrase", text: "of my own" } as const;
const passkey = { id: "phone", text: "what the phone knows" };

test("a password changed elsewhere opens it once more", async () => {
  const store = storeOf();
  const first = await keyBehind(store, { secret: password });
  const changed = { ...password, text: "second password" };
  await expect(keyBehind(store, { secret: changed })).rejects.toThrow(WrongSecret);
  await expect(keyBehind(store, { secret: changed, oldSecret: changed })).rejects.toThrow(WrongSecret);
  expect(await keyBehind(store, { oldSecret: password })).toEqual(first);
  expect(await keyBehind(store, { secret: changed, oldSecret: password })).toEqual(first);
  await expect(keyBehind(store, { secret: password })).rejects.toThrow(WrongSecret);
  expect(await keyBehind(store, { secret: changed })).toEqual(first);
  expect(store.emptied).toBe(1);
});

test("a password changed here needs the old one", async () => {
  const store = storeOf();
  const first = await keyBehind(store, { secret: password });
  const ring = new KeyRing(store);
  await expect(ring.changePassword("a guess", "second password")).rejects.toThrow(WrongSecret);
  await ring.changePassword(password.text, "second password");
  expect(await keyBehind(store, { secret: { ...password, text: "second password" } })).toEqual(first);
  // A passphrase is no password: it stays.
  const other = storeOf();
  await keyBehind(other, { secret: passphrase });
  const guard = await other.guard();
  await new KeyRing(other).changePassword(passphrase.text, "second password");
  expect(await other.guard()).toBe(guard);
  await new KeyRing(storeOf()).changePassword("none", "second password");
});

test("a passkey opens it, alone or beside a password", async () => {
  const store = storeOf();
  const first = await keyBehind(store, { passkey });
  expect(first.protection).toBe("passkey");
  expect(await keyBehind(store, { passkey })).toEqual(first);
  // The session still holds it, and it is still the passkey that guards it.
  expect(await keyBehind(store, {})).toEqual(first);
  expect(await store.passkeys()).toHaveLength(1);
  const forged = { ...passkey, text: "a guess" };
  await expect(keyBehind(store, { passkey: forged, sessionKey: "s9" })).rejects.toThrow(WrongSecret);
  await new KeyRing(store).forgetSession();
  for (const unlockWith of [{}, { secret: password }, { passkey: { ...passkey, id: "laptop" } }])
    await expect(new KeyRing(store).open({ sessionKey: "s2", ...unlockWith })).rejects.toThrow(WrongSecret);
  // With both, the password opens it from now on, and a second passkey is added.
  const both = await keyBehind(store, { passkey, secret: password });
  expect(both).toEqual({ ...first, protection: "password" });
  const laptop = { id: "laptop", text: "what the laptop knows" };
  expect(await keyBehind(store, { secret: password, passkey: laptop })).toEqual(both);
  expect((await store.passkeys()).map(({ id }) => id)).toEqual(["phone", "laptop"]);
  expect(await keyBehind(store, { passkey: laptop })).toEqual(both);
  // What guards it stays, whatever else was typed.
  await keyBehind(store, { passkey, secret: passphrase });
  expect(await keyBehind(store, { secret: password })).toEqual(both);
  expect(store.emptied).toBe(1);
});

test("what only an ended session held is lost, and emptied", async () => {
  const store = storeOf();
  const first = await keyBehind(store, { sessionKey: "s1" });
  expect(await keyBehind(store, { sessionKey: "s1" })).toEqual(first);
  expect(store.emptied).toBe(1);
  // Nothing to open it with is no reason to discard it.
  await expect(new KeyRing(store).open({})).rejects.toThrow(WrongSecret);
  expect(await keyBehind(store, { sessionKey: "s1" })).toEqual(first);
  expect((await keyBehind(store, { sessionKey: "s2" })).key).not.toBe(first.key);
  expect(store.emptied).toBe(2);
  const held = vi.spyOn(store, "held").mockRejectedValue(new Error("The disk is gone"));
  await expect(new KeyRing(store).open({ sessionKey: "s2" })).rejects.toThrow("The disk is gone");
  held.mockRestore();
  expect(store.emptied).toBe(2);
});

test("a session is held no longer than it lasts", async () => {
  const store = storeOf();
  const ring = new KeyRing(store);
  await expect(ring.setPassphrase("of my own")).rejects.toThrow(NotAllowed);
  await ring.open({ secret: password, sessionKey: "s1" });
  await ring.forgetSession();
  expect(await store.held()).toBeUndefined();
  await expect(ring.setPassphrase("of my own")).rejects.toThrow(NotAllowed);
  await expect(ring.open({ sessionKey: "s1" })).rejects.toThrow(WrongSecret);
  await ring.open({ secret: password });
  expect(await store.held()).toBeUndefined();
});
