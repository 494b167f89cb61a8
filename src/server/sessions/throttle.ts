import { hash } from "node:crypto";
import { foldName } from "#room/server/store/storable-text.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { tooMany } from "#room/server/http/refusal.ts";
import type { ThrottleCount } from "#room/server/store/throttle-repository.ts";
import { addressKey } from "./address-key.ts";

export interface WatchedSignIn {
  /** Throws the 429 when the user name or the address has failed too often. */
  check(): Promise<void>;
  /** The same for a proof that is cheap to check: counts it for the user first, so that a burst of guesses gains nothing. */
  take(): Promise<void>;
  /** `subject`: the method, if it is not name and password. */
  failed(actor?: string, subject?: string): Promise<void>;
  /** Clears the user's count. The address's count remains, since others may be guessing from it. */
  succeeded(): Promise<void>;
}

type Watching = Pick<HandlerContext, "store" | "settings" | "now" | "audit" | "remoteAddress">;

interface Limit {
  readonly key: string;
  readonly most: number;
}

/** Failure counts are in the store, so they apply across processes. */
function watch(
  { store, settings, now, audit, remoteAddress }: Watching,
  limits: readonly [Limit, ...Limit[]],
): WatchedSignIn {
  const { throttle } = store;
  const windowMs = settings.failureMinutes * 60_000;
  const [ofAddress, ...ofUser] = limits;
  let isTaken = false;
  async function refuse({ windowStartedAt }: ThrottleCount, at: number): Promise<never> {
    await audit.noteRepeated({ actor: undefined, action: "sign-in throttled", remoteAddress });
    throw tooMany(Math.max(1, Math.ceil((windowStartedAt + windowMs - at) / 1000)));
  }
  async function check() {
    const at = now().getTime();
    for (const { key, most } of limits) {
      const count = await throttle.peek(key, at, windowMs);
      if (count.hits >= most) await refuse(count, at);
    }
  }
  return {
    check,
    async take() {
      await check();
      const at = now().getTime();
      for (const { key, most } of ofUser) {
        const count = await throttle.hit(key, at, windowMs);
        if (count.hits > most) await refuse(count, at);
      }
      isTaken = true;
    },
    async failed(actor, subject) {
      const at = now().getTime();
      const uncounted = isTaken ? [ofAddress] : limits;
      await Promise.all(uncounted.map(({ key }) => throttle.hit(key, at, windowMs)));
      await audit.noteRepeated({ actor, action: "sign-in failed", subject, remoteAddress });
    },
    async succeeded() {
      await Promise.all(ofUser.map(({ key }) => throttle.clear(key)));
    },
  };
}

const addressLimit = ({ settings, remoteAddress }: Watching) => ({
  key: `address:${addressKey(remoteAddress)}`,
  most: settings.addressFailures,
});

/** Watches a sign-in without a user name, such as a return from a provider. */
export function watchAddress(watching: Watching): WatchedSignIn {
  return watch(watching, [addressLimit(watching)]);
}

/** Unknown names are counted like known ones. */
export function watchSignIn(watching: Watching, userName: string): WatchedSignIn {
  const { store, settings } = watching;
  const folded = foldName(userName);
  const user = `user:${folded.length > 100 ? hash("sha256", folded) : folded}`;
  const watched = watch(watching, [addressLimit(watching), { key: user, most: settings.userFailures }]);
  return {
    ...watched,
    // A failing name may be a password typed into the wrong field, so the trail records it only if it is a user's name.
    failed: async () => watched.failed((await store.users.find(userName))?.name),
  };
}
