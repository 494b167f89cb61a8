import type { GivenSecrets } from "#room/app/workspace/open-console-workspace.ts";
import type { SignInHabit } from "#room/features/sign-in/sign-in-habit.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { WrongSecret } from "#room/workspace/browser/failures.ts";
import type { SessionBackend } from "./session-backend.ts";
import { type EndScope, SessionEnd } from "./session-end.ts";
import { SessionKeeper } from "./session-keeper.ts";
import type { TabMessage } from "./tab-channel.ts";

export const password = "right";
export const casey = { userName: "casey", password, rememberMe: false, way: "credentials" as const };

interface Seen {
  isReachable: boolean;
  isCovered: boolean;
  isLocked: boolean;
  live: boolean;
  /** What the outbox has not sent yet. */
  waiting: number;
  /** What the browser stored: an end still to be reported to the service. */
  owed: EndScope | undefined;
  readonly left: string[];
  readonly ways: SignInHabit[];
  readonly erased: string[];
  readonly posted: TabMessage[];
}

/** A service with one user, a workspace that opens with one secret, and a page that can be covered. */
export function desk(secret = password) {
  const seen: Seen = {
    isReachable: true,
    isCovered: false,
    isLocked: false,
    live: false,
    waiting: 0,
    owed: undefined,
    left: [],
    ways: [],
    erased: [],
    posted: [],
  };
  let habit: SignInHabit = { rememberMe: false, way: "credentials" };
  let receive: (message: TabMessage) => void = () => {};
  const outbox: Partial<Workspace["outbox"]> = {
    status: () => ({ waiting: seen.waiting, held: 0, sending: 0 }),
  };
  // The keeper uses only these members.
  const workspace = {
    // And of the outbox only its counts.
    outbox: outbox as Workspace["outbox"],
    userName: "casey",
    lock: async () => {
      seen.isLocked = true;
    },
    isLocked: () => seen.isLocked,
    protection: () => "password",
  } satisfies Partial<Workspace> as Workspace;
  const open = ({ secret: given, oldSecret }: GivenSecrets) => {
    const opens = oldSecret ?? given;
    if (opens !== secret) throw new WrongSecret();
    if (given !== undefined) secret = given;
    seen.isLocked = false;
  };
  const reached = () => {
    if (!seen.isReachable) throw Object.assign(new Error("No answer came"), { name: "NetworkFailure" });
  };
  const endOf = () =>
    new SessionEnd({
      owed: () => seen.owed,
      setOwed: (scope) => (seen.owed = scope),
      endAtService: async () => {
        reached();
        seen.live = false;
        return undefined;
      },
      inTurn: (task) => task(),
      later: () => {},
    });
  let end = endOf();
  let isSignedIn = false;
  const backend: SessionBackend = {
    restore: async () => {
      await end.settle();
      reached();
      isSignedIn = seen.live;
      return seen.live ? "casey" : undefined;
    },
    signIn: async ({ userName, password: given, way, rememberMe }) => {
      seen.ways.push({ way, rememberMe });
      return end.before(async () => {
        reached();
        if (given !== password) throw new Error("401");
        seen.live = true;
        isSignedIn = true;
        return userName;
      });
    },
    recallHabit: () => habit,
    keepHabit: (next) => {
      habit = next;
    },
    endSession: () => {
      isSignedIn = false;
      void end.begin();
    },
    signOut: () => {
      isSignedIn = false;
      return end.begin();
    },
    isSessionLive: () => isSignedIn,
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
        post: (message) => seen.posted.push(message),
        listen: (listener) => {
          receive = listener;
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
  /** The network goes up or down, and the page is told. */
  const network = (isThere: boolean, at: SessionKeeper) => {
    seen.isReachable = isThere;
    if (!isThere) return;
    void end.tryAgain();
    at.networkIsBack();
  };
  /** Reloads the page: nothing in memory survives. */
  const reload = () => {
    end = endOf();
    isSignedIn = false;
    return keeperOf();
  };
  return {
    seen,
    keeper,
    keeperOf,
    network,
    reload,
    workspace,
    changeSecret,
    receive: (message: TabMessage) => receive(message),
    isSignedIn: () => isSignedIn,
  };
}
