import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import type { Settings } from "#room/server/settings.ts";
import type { FoundKey } from "#room/server/store/program-key-repository.ts";
import type { Store } from "#room/server/store/store.ts";
import { KeyRefusal } from "./key-refusal.ts";
import { isProgramKey, isWholeKey, newSecret, createKeyring } from "./keyring.ts";

const start = Date.parse("2026-11-02T09:00:00Z");
const day = 86_400_000;
const { secret, kept } = newSecret();
const live: FoundKey = {
  keyId: 7,
  name: "Rules engine",
  operations: [registry.chargeVisit.name, "GoneRequest", registry.addKey.name],
  practices: ["p"],
  createdAt: start,
  createdBy: "casey",
  expiresAt: start + day,
  endedAt: undefined,
  endedBy: undefined,
  lastUsedFrom: undefined,
  heldSince: undefined,
  mark: "m",
  hint: kept.hint,
  worksUntil: undefined,
  lastUsedAt: undefined,
};

/** A keyring of a store that has this key; what it read, counted and noted. */
function keyringOf(key = live) {
  const state: { key: FoundKey | undefined; now: number; isFull: boolean; hits: number } = {
    key,
    now: start,
    isFull: false,
    hits: 0,
  };
  const log: string[] = [];
  const touched: unknown[] = [];
  const store = {
    programKeys: {
      findSecret: async (hash: string) => {
        log.push("read");
        return hash === kept.hash ? state.key : live;
      },
      touch: async (...use: unknown[]) => {
        touched.push(use);
        if (state.isFull) throw new Error("The disk is full");
        if (state.key) state.key = { ...state.key, lastUsedAt: state.now };
      },
    },
    throttle: {
      peek: async (name: string, _at: number, windowMs: number) => {
        log.push(`peek ${name} ${windowMs / 60_000}`);
        return { hits: state.hits, windowStartedAt: start - 60_000 };
      },
      hit: async (name: string, _at: number, windowMs: number) => {
        log.push(`hit ${name} ${windowMs / 60_000}`);
        state.hits += 1;
      },
    },
  };
  const keyring = createKeyring({
    // What a keyring uses of both.
    store: store as unknown as Store,
    settings: { addressFailures: 2, failureMinutes: 15 } as unknown as Settings,
    now: () => new Date(state.now),
  });
  return {
    state,
    log,
    touched,
    admit: (text = secret) => keyring.admit(text, "2001:db8::1"),
    refusal: async (text = secret) =>
      keyring.admit(text, "2001:db8::1").then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : undefined),
      ),
  };
}

test("a key is a program with its operations’ rights", async () => {
  expect(await keyringOf().admit()).toStrictEqual({
    userId: 0,
    userName: "key: Rules engine",
    role: "program",
    rights: new Set(["visits"]),
    practices: ["p"],
    idHash: kept.hash,
    expiresAt: start + day,
    key: { keyId: 7, operations: new Set(["chargeVisit"]) },
  });
});

test("a key is read on each call", async () => {
  const { state, log, admit, refusal } = keyringOf();
  await admit();
  await admit();
  expect(log).toEqual(["read", "read"]);
  state.key = undefined;
  expect(await refusal()).toMatchObject({ status: 401 });
});

test("a key that no longer works says why", async () => {
  const actor = "key: Rules engine";
  for (const [change, code] of [
    [{ endedAt: start }, "KeyEnded"],
    [{ heldSince: start }, "KeyHeld"],
    [{ worksUntil: start }, "KeyRotated"],
    [{ expiresAt: start }, "KeyExpired"],
  ] as const)
    expect(await keyringOf({ ...live, ...change }).refusal()).toMatchObject({
      status: 401,
      errorCode: code,
      actor,
    });
  for (const change of [{ worksUntil: start + 1 }, { expiresAt: start + 1 }]) {
    const { state, admit, refusal } = keyringOf({ ...live, ...change });
    await admit();
    state.now += 1;
    expect(await refusal()).toMatchObject({ errorCode: change.expiresAt ? "KeyExpired" : "KeyRotated" });
  }
});

test("keys cut, mistyped or made up are not looked up", async () => {
  const { log, refusal } = keyringOf();
  expect(await refusal(`${secret}x`)).toMatchObject({ errorCode: "KeyUnknown", actor: undefined });
  expect(log).toEqual(["peek keys:2001:db8:0:0::/64 15", "hit keys:2001:db8:0:0::/64 15"]);
  log.length = 0;
  await refusal(newSecret().secret.slice(0, -1));
  expect(await refusal("vckey_")).toMatchObject({ status: 429, errorCode: "TooManyRequests" });
  expect(log.at(-1)).toMatch(/^peek/);
  expect(log).not.toContain("read");
});

test("an address that tries keys waits for its window's end", async () => {
  const { state, refusal } = keyringOf();
  state.hits = 2;
  const told = async () => {
    const error = await refusal("vckey_");
    return error && "headers" in error ? [error.headers, error.message.replace(/.* in /, "")] : error;
  };
  expect(await told()).toEqual([{ "retry-after": "840" }, "14 minutes."]);
  state.now = start + 14 * 60_000 - 500;
  expect(await told()).toEqual([{ "retry-after": "1" }, "a minute."]);
  state.now += 1000;
  expect(await told()).toEqual([{ "retry-after": "1" }, "a minute."]);
  expect(KeyRefusal.throttled(61).message).toContain("2 minutes");
});

test("a use is noted once a minute; one lost, again", async () => {
  const { state, touched, admit } = keyringOf();
  state.isFull = true;
  await admit();
  state.isFull = false;
  await admit();
  expect(touched).toEqual(
    Array.from({ length: 2 }, () => [kept.hash, 7, { at: start, from: "2001:db8::1" }]),
  );
  state.now += 59_999;
  await admit();
  expect(touched).toHaveLength(2);
  state.now += 1;
  await admit();
  expect(touched).toHaveLength(3);
});

test("a key is known by its form and its checksum", () => {
  const { secret, kept } = newSecret();
  expect(secret).toMatch(/^vckey_[0-9A-Za-z]{46}$/);
  expect(secret.endsWith(kept.hint)).toBe(true);
  expect([kept.hint.length, kept.hash]).toEqual([4, hashOfSecret(secret)]);
  expect([isProgramKey(secret), isProgramKey("vckey_"), isProgramKey("vckey")]).toEqual([true, true, false]);
  expect(isWholeKey(secret)).toBe(true);
  const swapped = secret.replace(
    /^(vckey_)(.)/,
    (_all, mark: string, one: string) => mark + (one === "a" ? "b" : "a"),
  );
  for (const other of [swapped, ` ${secret}`, `${secret} `, secret.slice(1), secret.slice(0, -6)])
    expect(isWholeKey(other)).toBe(false);
});
