import fc from "fast-check";
import { expect, test } from "vitest";
import type { GivenSecrets } from "#room/features/open-console-workspace.ts";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import type { SignInHabit } from "#room/features/sign-in/sign-in-habit.ts";
import { WrongSecret } from "#room/workspace/failures.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SessionKeeper } from "./session-keeper.ts";
import type { TabMessage } from "./tab-channel.ts";

const password = "right";
const casey = { userName: "casey", password, rememberMe: false, way: "credentials" as const };

/** A service with one user, a workspace that opens with one secret, and a page that can be covered. */
function desk(secret = password) {
  const seen = {
    isReachable: true,
    isCovered: false,
    isLocked: false,
    live: false,
    left: [] as string[],
    ways: [] as SignInHabit[],
    erased: [] as string[],
    told: [] as TabMessage[],
  };
  let habit: SignInHabit = { rememberMe: false, way: "credentials" };
  let hear: (message: TabMessage) => void = () => {};
  // Only these two members are asked by the keeper.
  const workspace = {
    userName: "casey",
    lock: async () => {
      seen.isLocked = true;
    },
    isLocked: () => seen.isLocked,
    protection: () => "password",
  } as Partial<ConsoleWorkspace> as ConsoleWorkspace;
  const open = ({ secret: given, oldSecret }: GivenSecrets) => {
    const opens = oldSecret ?? given;
    if (opens !== secret) throw new WrongSecret();
    if (given !== undefined) secret = given;
    seen.isLocked = false;
  };
  const backend: SessionBackend = {
    restore: async () => (seen.live ? "casey" : undefined),
    signIn: async ({ userName, password: given, way, rememberMe }) => {
      seen.ways.push({ way, rememberMe });
      if (given !== password) throw new Error("401");
      seen.live = true;
      return userName;
    },
    recallHabit: () => habit,
    keepHabit: (next) => {
      habit = next;
    },
    endSession: () => {
      seen.live = false;
    },
    signOut: async () => {
      if (!seen.isReachable) return false;
      seen.live = false;
      return true;
    },
    isSessionLive: () => seen.live,
    openWorkspace: async (_userName, given) => {
      open(given);
      return workspace;
    },
    guardOf: async () => "password",
    erase: async (userName) => {
      seen.erased.push(userName);
    },
    unlock: async (_workspace, given) => open(given),
  };
  const keeperOf = () =>
    new SessionKeeper({
      backend,
      channel: {
        tell: (message) => seen.told.push(message),
        listen: (listener) => {
          hear = listener;
          return () => {};
        },
        close: () => {},
      },
      onCover: (isCovered) => {
        seen.isCovered = isCovered;
      },
      saveNow: async () => {},
      leave: (why) => seen.left.push(why),
    });
  const keeper = keeperOf();
  const changeSecret = (next: string) => {
    secret = next;
  };
  return { seen, keeper, keeperOf, workspace, changeSecret, hear: (message: TabMessage) => hear(message) };
}

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
  expect(seen.told).toEqual([]);
});

test("after a reload a live session without the key asks for the secret before any page", async () => {
  const { keeper, seen } = desk();
  seen.live = true;
  expect(await keeper.start()).toEqual({ at: "needs-secret", userName: "casey", ask: "password" });
  await expect(keeper.give("wrong")).rejects.toThrow("401");
  expect(keeper.state().at).toBe("needs-secret");
  await keeper.give(password);
  expect(coverOf(keeper)).toBeUndefined();
});

test("who signed in by digest goes on by digest after a reload, as long remembered as before", async () => {
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

test("a lock covers in the same breath, drops the key, ends the session and tells the other tabs", async () => {
  const { keeper, seen } = desk();
  await keeper.signIn(casey);
  keeper.lock("locked");
  expect(seen).toMatchObject({ isCovered: true, live: false });
  await Promise.resolve();
  expect(seen.isLocked).toBe(true);
  expect(seen.told.at(-1)).toEqual({ kind: "locked" });
  await expect(keeper.give("wrong")).rejects.toThrow("401");
  expect(seen.isCovered).toBe(true);
  await keeper.give(password);
  expect(seen).toMatchObject({ isCovered: false, isLocked: false, live: true });
});

test("after a change of password the old one is asked for once, before any page is drawn", async () => {
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

test("a password changed while the page was locked keeps it covered until the old one is given too", async () => {
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

test("who forgot the old password can start clean, and the console is loaded anew", async () => {
  const { keeper, seen } = desk("old password");
  await keeper.signIn(casey);
  await keeper.startClean();
  expect(seen).toMatchObject({ erased: ["casey"], left: ["reload"] });
});

test("another user in another tab covers this one, and their presence never opens it", async () => {
  const { keeper, seen, hear } = desk();
  await keeper.signIn(casey);
  hear({ kind: "signed-in", userName: "robin" });
  expect(coverOf(keeper)).toBe("other-user");
  hear({ kind: "signed-in", userName: "robin" });
  await Promise.resolve();
  expect(seen.isCovered).toBe(true);
});

test("a sign-out that the service was not told of leaves the page covered and says so", async () => {
  const { keeper, seen } = desk();
  await keeper.signIn(casey);
  seen.isReachable = false;
  await keeper.signOut();
  expect(seen).toMatchObject({ isCovered: true, left: [] });
  expect(coverOf(keeper)).toBe("unreached");
  seen.isReachable = true;
  await keeper.signOut();
  expect(seen.left).toEqual(["signed-out"]);
});

type Step = "lock" | "idle" | "lose" | "wrong" | "right" | "tab-locked" | "tab-out" | "tab-robin" | "online";

test("in any order of locks, losses, tabs and passwords the page shows only after the right password", async () => {
  const steps = fc.constantFrom<Step>(
    "lock",
    "idle",
    "lose",
    "wrong",
    "right",
    "tab-locked",
    "tab-out",
    "tab-robin",
    "online",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (order) => {
      const { keeper, seen, workspace, hear } = desk();
      await keeper.signIn(casey);
      let mayShow = true;
      for (const step of order) {
        if (step === "lock" || step === "idle") keeper.lock(step === "lock" ? "locked" : "idle");
        if (step === "lose") keeper.lose();
        if (step === "online") keeper.networkIsBack();
        if (step === "tab-locked") hear({ kind: "locked" });
        if (step === "tab-out") hear({ kind: "signed-out" });
        if (step === "tab-robin") hear({ kind: "signed-in", userName: "robin" });
        if (step === "wrong") await keeper.give("wrong").catch(() => undefined);
        if (step === "right") await keeper.give(password);
        if (step === "right") mayShow = true;
        else if (step !== "wrong" && !(step === "online" && seen.live)) mayShow = false;
        await Promise.resolve();
        expect(seen.isCovered).toBe(!mayShow);
        expect(seen.isCovered).toBe(coverOf(keeper) !== undefined);
        expect(seen.isLocked).toBe(!mayShow);
        // The work is never let go: the same workspace stands under every cover.
        expect(keeper.state()).toMatchObject({ at: "open", workspace });
      }
    }),
  );
});
