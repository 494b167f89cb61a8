import { isIPv6 } from "node:net";
import type { HandlerContext } from "#room/server/handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { foldName } from "#room/server/store/fold-name.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Throttle } from "#room/server/store/throttle.ts";

/** One IPv6 subscriber has at least a /64, so that is what counts as one address. */
export function addressKey(remoteAddress: string): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const gap = plain.includes("::")
    ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0")
    : [];
  const groups = [...first, ...gap, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}

/** One sign-in under the throttle's eye. */
export interface WatchedSignIn {
  /** Throws the 429 when the user name or the address has failed too often. */
  check(): Promise<void>;
  failed(): Promise<void>;
  /** Clears the user's count; the address's stays, since others may be guessing from it. */
  succeeded(): Promise<void>;
}

type Watching = Pick<HandlerContext, "store" | "settings" | "now" | "audit" | "remoteAddress">;

/** A name that fails may be a password typed into the wrong field, so the trail keeps it only when it is a user's. */
async function knownName(store: Store, userName: string): Promise<string | undefined> {
  return (await store.users.find(userName))?.name;
}

/** Counts of failures hold across processes: they are in the store. Unknown names are counted as known ones are. */
export function watchSignIn(
  { store, settings, now, audit, remoteAddress }: Watching,
  userName: string,
): WatchedSignIn {
  const throttle: Throttle = store.throttle;
  const windowMs = settings.failureMinutes * 60_000;
  const user = `user:${foldName(userName)}`;
  const address = `address:${addressKey(remoteAddress)}`;
  const limits = [
    { key: user, most: settings.userFailures },
    { key: address, most: settings.addressFailures },
  ];
  return {
    async check() {
      const at = now().getTime();
      for (const { key, most } of limits) {
        const count = await throttle.peek(key, at, windowMs);
        if (count.hits < most) continue;
        const seconds = Math.max(1, Math.ceil((count.windowStartedAt + windowMs - at) / 1000));
        audit.note({ actor: await knownName(store, userName), action: "sign-in throttled", remoteAddress });
        const minutes = Math.ceil(seconds / 60);
        const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
        throw new Refusal(429, "TooManyRequests", `Too many failed sign-ins. Try again in ${wait}.`, {
          headers: { "retry-after": String(seconds) },
        });
      }
    },
    async failed() {
      const at = now().getTime();
      await Promise.all([throttle.hit(user, at, windowMs), throttle.hit(address, at, windowMs)]);
      await audit.noteNow({
        actor: await knownName(store, userName),
        action: "sign-in failed",
        remoteAddress,
      });
    },
    succeeded: () => throttle.clear(user),
  };
}
