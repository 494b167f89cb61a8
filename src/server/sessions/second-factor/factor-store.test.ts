import { expect, it } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { endPending, findPending, keepPending, takeChallenge, takeTry } from "./challenges.ts";
import {
  factorsOf,
  forgetFactor,
  keepPasskey,
  keepTotp,
  renewRecoveryCodes,
  takePasskeyUse,
  takeRecoveryCode,
  takeTotpStep,
} from "./factor-store.ts";

const count = (list: readonly boolean[]) => list.filter(Boolean).length;
const userId = 7;

describeOnBothEngines("second factors", (stores) => {
  it("takes every kind of proof once, even asked concurrently", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url);
    const other = await stores.open(url);
    const inBoth = <T>(task: (of: typeof store) => Promise<T>) =>
      Promise.all([store, other, store, other].map((of) => task(of)));
    await keepTotp(store, { userId, secret: "AAAA", step: 10, now: 1 });
    expect(count(await inBoth((of) => takeTotpStep(of, { userId, step: 10, now: 300_000 })))).toBe(0);
    expect(count(await inBoth((of) => takeTotpStep(of, { userId, step: 11, now: 300_000 })))).toBe(1);
    expect(await takeTotpStep(store, { userId, step: 9, now: 300_000 })).toBe(false);

    const [first = "", ...others] = await renewRecoveryCodes(store, userId);
    expect(others).toHaveLength(9);
    const rows = await store.db.selectFrom("recovery_code").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first);
    expect(first).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect(await takeRecoveryCode(store, userId + 1, first)).toBe(false);
    const wrong = first.replace(/[a-y]/, "z");
    expect(await takeRecoveryCode(store, userId, wrong)).toBe(false);
    expect(count(await inBoth((of) => takeRecoveryCode(of, userId, first.toUpperCase())))).toBe(1);

    const bare = {
      credential_id: "c",
      user_id: userId,
      public_key: "k",
      transports: "[]",
      rp_id: "localhost",
    };
    const row = { ...bare, counter: 4, name: "Key", created_at: 1, last_used_at: null };
    expect(count(await inBoth((of) => keepPasskey(of, row)))).toBe(1);
    expect(count(await inBoth((of) => takePasskeyUse(of, row, { newCounter: 5, now: 2 })))).toBe(1);

    const pending = { kind: "sign-in", userId, challenge: "to be signed" } as const;
    await keepPending(store, "handle", { pending, now: 0 });
    expect(count(await inBoth((of) => takeChallenge(of, "handle", "to be signed")))).toBe(1);
    expect(count(await inBoth((of) => endPending(of, "handle")))).toBe(1);
  });

  it("ends unfinished sign-ins by time and number of tries", async () => {
    const store = await stores.open();
    const pending = { kind: "sign-in", userId, challenge: undefined, by: "credentials" } as const;
    await keepPending(store, "a", { pending, now: 0 });
    expect(await findPending(store, "a", 5 * 60_000 - 1)).toMatchObject({ userId, by: "credentials" });
    expect(await findPending(store, "a", 5 * 60_000)).toBeUndefined();
    expect(await takeTry(store, "a", 5 * 60_000)).toBeUndefined();
    const tries = await Promise.all(Array.from({ length: 8 }, () => takeTry(store, "a", 1)));
    expect(tries.filter((found) => found !== undefined)).toHaveLength(5);
    expect(await findPending(store, "a", 1)).toBeUndefined();
  });

  it("forgets recovery codes with the last factor, removes own passkeys", async () => {
    const store = await stores.open();
    await keepTotp(store, { userId, secret: "AAAA", step: 10, now: 1 });
    await renewRecoveryCodes(store, userId);
    const bare = {
      credential_id: "c",
      user_id: userId,
      public_key: "k",
      transports: "[]",
      rp_id: "localhost",
    };
    await keepPasskey(store, { ...bare, counter: 0, name: "Key", created_at: 1, last_used_at: null });
    expect(await forgetFactor(store, userId + 1, { passkeyId: "c" })).toBe(false);
    expect(await forgetFactor(store, userId, { totp: true })).toBe(true);
    expect((await factorsOf(store, userId)).recoveryCodesLeft).toBe(10);
    expect(await forgetFactor(store, userId, { passkeyId: "c" })).toBe(true);
    expect(await factorsOf(store, userId)).toEqual({
      totpSince: undefined,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
  });
});
