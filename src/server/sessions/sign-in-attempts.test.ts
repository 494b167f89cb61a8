import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { forgetSignIns, keepAttempt, takeAttempt } from "./sign-in-attempts.ts";

describeOnBothEngines("an attempt at a provider", (stores) => {
  const keys = { state: "s", browser: "b" };
  const from = { continuePath: undefined, userId: undefined, signInsEnded: undefined, addressKey: "::1" };
  const attempt = {
    ...from,
    provider: "desk",
    codeVerifier: "v",
    nonce: "n",
    remember: false,
    expiresAt: 100,
  };
  const good = { provider: "desk", now: 99 };

  test("is taken once, where and while it is good", async () => {
    const store = await stores.open();
    for (const [provider, browser, now] of [
      ["other", "b", 99],
      ["desk", "c", 99],
      ["desk", "b", 100],
    ] as const) {
      await keepAttempt(store, keys, attempt);
      expect(await takeAttempt(store, { ...keys, browser }, { provider, now })).toBeUndefined();
      expect(await takeAttempt(store, keys, good)).toBeUndefined();
    }
    await keepAttempt(store, keys, attempt);
    expect(await takeAttempt(store, keys, good)).toMatchObject(attempt);
  });

  test("is forgotten once it is over", async () => {
    const store = await stores.open();
    await keepAttempt(store, keys, attempt);
    await forgetSignIns(store, 101);
    expect(await takeAttempt(store, keys, good)).toBeUndefined();
    await keepAttempt(store, keys, attempt);
    await forgetSignIns(store, 100);
    expect(await takeAttempt(store, keys, good)).toBeDefined();
  });
});
