import fc from "fast-check";
import { expect, test } from "vitest";
import { WrongSecret } from "#room/workspace/browser/failures.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import { casey, desk, password } from "./test-desk.ts";

function coverOf(keeper: SessionKeeper) {
  const state = keeper.state();
  return state.at === "open" ? state.cover : "not open";
}

test("without a session the console is signed out", async () => {
  const { keeper } = desk();
  expect(await keeper.start()).toEqual({ at: "signed-out" });
});

test("a wrong password opens nothing", async () => {
  const { keeper, seen } = desk();
  await expect(keeper.signIn({ ...casey, password: "wrong" })).rejects.toThrow("401");
  expect(keeper.state().at).toBe("starting");
  expect(seen.posted).toEqual([]);
});

test("a reload without the key asks for the secret first", async () => {
  const { keeper, seen } = desk();
  seen.live = true;
  expect(await keeper.start()).toEqual({ at: "needs-secret", userName: "casey", ask: "password" });
  await expect(keeper.give("wrong")).rejects.toThrow("401");
  expect(keeper.state().at).toBe("needs-secret");
  await keeper.give(password);
  expect(coverOf(keeper)).toBeUndefined();
});

test("a digest sign-in survives a reload, as long as remembered", async () => {
  const { keeper, keeperOf, seen } = desk();
  await keeper.signIn({ ...casey, way: "digest", rememberMe: true });
  const reloaded = keeperOf();
  await reloaded.start();
  await reloaded.give("wrong").catch(() => undefined);
  await reloaded.give(password);
  reloaded.lock("locked");
  await reloaded.give(password);
  expect(new Set(seen.ways.map((habit) => JSON.stringify(habit)))).toEqual(
    new Set([JSON.stringify({ way: "digest", rememberMe: true })]),
  );
});

test("a lock covers, drops the key, and ends all sessions", async () => {
  const { keeper, seen } = desk();
  await keeper.signIn(casey);
  keeper.lock("locked");
  expect(seen).toMatchObject({ isCovered: true, live: false });
  await Promise.resolve();
  expect(seen.isLocked).toBe(true);
  expect(seen.posted.at(-1)).toEqual({ kind: "locked" });
  await expect(keeper.give("wrong")).rejects.toThrow("401");
  expect(seen.isCovered).toBe(true);
  await keeper.give(password);
  expect(seen).toMatchObject({ isCovered: false, isLocked: false, live: true });
});

test("a changed password asks for the old one once, first", async () => {
  const { keeper } = desk("old password");
  await keeper.signIn(casey);
  expect(keeper.state()).toEqual({ at: "needs-secret", userName: "casey", ask: "old-password" });
  await expect(keeper.give("wrong")).rejects.toThrow(WrongSecret);
  await keeper.give("old password");
  expect(coverOf(keeper)).toBeUndefined();
  keeper.lock("idle");
  await keeper.give(password);
  expect(coverOf(keeper)).toBeUndefined();
});

test("a password changed while locked asks for the old too", async () => {
  const { keeper, seen, changeSecret } = desk();
  await keeper.signIn(casey);
  changeSecret("old password");
  keeper.lock("idle");
  await keeper.give(password);
  expect(keeper.state()).toMatchObject({ at: "open", cover: "idle", ask: "old-password" });
  expect(seen).toMatchObject({ isCovered: true, live: true });
  await keeper.give("old password");
  expect(seen.isCovered).toBe(false);
});

test("a user who forgot the old password can start clean", async () => {
  const { keeper, seen } = desk("old password");
  await keeper.signIn(casey);
  await keeper.startClean();
  expect(seen).toMatchObject({ erased: ["casey"], left: ["reload"] });
});

test("only the signed-in user erases what a locked page keeps", async () => {
  const { keeper, seen, receive } = desk("old password");
  await keeper.signIn(casey);
  await keeper.give("old password");
  keeper.lock("locked");
  await keeper.startClean();
  expect(seen).toMatchObject({ erased: [], left: [] });
  expect(coverOf(keeper)).toBeDefined();
  // Asked for the old password, and locked again by another tab: the first secret must be given again.
  const other = desk("old password");
  await other.keeper.signIn(casey);
  await other.keeper.give("old password");
  other.changeSecret("older still");
  other.keeper.lock("locked");
  await other.keeper.give(password);
  expect(other.keeper.state()).toMatchObject({ ask: "old-password" });
  other.receive({ kind: "locked" });
  other.seen.live = false;
  expect(other.keeper.state()).toMatchObject({ ask: "password" });
  await other.keeper.startClean();
  expect(other.seen.erased).toEqual([]);
  receive({ kind: "locked" });
  seen.isReachable = false;
  await expect(keeper.startClean()).rejects.toThrow("No answer came");
  expect(seen.erased).toEqual([]);
});

test("another user elsewhere covers this tab and never opens it", async () => {
  const { keeper, seen, receive } = desk();
  await keeper.signIn(casey);
  receive({ kind: "signed-in", userName: "robin" });
  expect(coverOf(keeper)).toBe("other-user");
  receive({ kind: "signed-in", userName: "robin" });
  await Promise.resolve();
  expect(seen.isCovered).toBe(true);
});

test("leaving from the lock says what was not sent", async () => {
  const { keeper, seen } = desk();
  await keeper.signIn(casey);
  seen.waiting = 2;
  keeper.lock("locked");
  await keeper.signOut("other-user");
  expect(seen.left).toEqual(["unsent"]);
});

test("an untold sign-out leaves the page covered and says so", async () => {
  const { keeper, seen, network } = desk();
  await keeper.signIn(casey);
  network(false, keeper);
  await keeper.signOut();
  expect(seen).toMatchObject({ isCovered: true, left: [] });
  expect(coverOf(keeper)).toBe("unreached");
  network(true, keeper);
  await settled();
  expect(seen.left).toEqual(["signed-out"]);
});

test("a sign-out told late leaves nobody who came back", async () => {
  const { keeper, seen, network } = desk();
  await keeper.signIn(casey);
  network(false, keeper);
  await keeper.signOut();
  seen.isReachable = true;
  await keeper.give(casey.password);
  network(true, keeper);
  await settled();
  expect(seen).toMatchObject({ isCovered: false, left: [] });
});

test("an offline lock ends the session once online", async () => {
  for (const isReloaded of [false, true]) {
    const { keeper, seen, network, reload } = desk();
    await keeper.signIn(casey);
    network(false, keeper);
    keeper.lock("locked");
    await settled();
    expect(seen).toMatchObject({ live: true, owed: "here" });
    const then = isReloaded ? reload() : keeper;
    if (isReloaded) await expect(then.start()).rejects.toThrow("No answer came");
    network(true, then);
    await settled();
    expect(seen).toMatchObject({ live: false, owed: undefined });
    expect(await reload().start()).toEqual({ at: "signed-out" });
  }
});

/** Waits until everything started has progressed as far as it can. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const steps = [
  "lock",
  "idle",
  "lose",
  "sign-out",
  "wrong",
  "right",
  "tab-locked",
  "tab-out",
  "tab-robin",
  "offline",
  "online",
  "reload",
] as const;
type Step = (typeof steps)[number];

test("any order of events: only the right password opens", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Step>(...steps), { maxLength: 30 }), async (order) => {
      const made = desk();
      const { seen, workspace, receive, network } = made;
      let { keeper } = made;
      await keeper.signIn(casey);
      let mayShow = true;
      /** The user ended it here and has not returned while online. */
      let isEnded = false;
      for (const step of order) {
        if (step === "lock" || step === "idle") keeper.lock(step === "lock" ? "locked" : "idle");
        if (step === "sign-out") await keeper.signOut();
        if (step === "lose") keeper.lose();
        if (step === "offline" || step === "online") network(step === "online", keeper);
        if (step === "tab-locked") receive({ kind: "locked" });
        if (step === "tab-out") receive({ kind: "signed-out" });
        if (step === "tab-robin") receive({ kind: "signed-in", userName: "robin" });
        if (step === "wrong") await keeper.give("wrong").catch(() => undefined);
        if (step === "right") await keeper.give(password).catch(() => undefined);
        if (["lock", "idle"].includes(step) && mayShow) isEnded = true;
        if (step === "sign-out") isEnded = true;
        if (step === "right") mayShow = true;
        if (step === "right" && seen.isReachable) isEnded = false;
        if (["lock", "idle", "lose", "sign-out", "tab-locked", "tab-out", "tab-robin"].includes(step))
          mayShow = false;
        if (step === "online" && isEnded) mayShow = false;
        await settled();
        // What the user ended is ended at the service as soon as it is reachable, and not used before.
        if (isEnded && seen.isReachable) expect(seen).toMatchObject({ live: false, owed: undefined });
        if (isEnded && !seen.isReachable) expect(made.isSignedIn()).toBe(false);
        expect(seen.isCovered).toBe(!mayShow);
        expect(seen.isCovered).toBe(coverOf(keeper) !== undefined);
        expect(seen.isLocked).toBe(!mayShow);
        // The work is never lost: the same workspace is under every cover.
        expect(keeper.state()).toMatchObject({ at: "open", workspace });
        if (step !== "reload") continue;
        // Reloading the page signs in only users who were not locked out before.
        const next = made.reload();
        const state = await next.start().catch(() => undefined);
        if (!mayShow || isEnded) expect(state?.at).not.toBe("open");
        if (isEnded && seen.isReachable) expect(state).toEqual({ at: "signed-out" });
        break;
      }
    }),
    { numRuns: 300 },
  );
});
