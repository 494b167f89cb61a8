import { textIn } from "#room/billing/json-record.ts";
import pLimit, { type LimitFunction } from "p-limit";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { tryAgainIn } from "./refusal.ts";

export function callerOf({ userId, key }: Pick<SessionInfo, "userId" | "key">): string {
  return key ? `key ${key.keyId}` : `user ${userId}`;
}

/**
 * Who asks: the caller of the headers, or in messaging of the key in the body. Callers without a session count by address,
 * since they could make up a key for each call.
 */
export async function callerOfRequest(
  request: unknown,
  { session, sessions, remoteAddress }: Pick<HandlerContext, "session" | "sessions" | "remoteAddress">,
): Promise<string> {
  if (session) return callerOf(session);
  const found = await sessions.lookUp(textIn(request, "sessionKey"), { isUse: false });
  return found.state === "live" ? callerOf(found.user) : `address ${remoteAddress}`;
}

/** How many calls with costly answers run at a time, of everybody and of one caller, and how many of a caller may wait. */
const atOnce = { everybody: 16, caller: 4, waiting: 64 };

/** Runs calls with costly answers a few at a time, so that nobody waits behind all calls of another. */
export class CostlyCalls {
  readonly #ofAll = pLimit(atOnce.everybody);
  readonly #callers = new Map<string, { readonly limit: LimitFunction; calls: number }>();

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#callers.get(caller) ?? { limit: pLimit(atOnce.caller), calls: 0 };
    if (own.calls >= atOnce.caller + atOnce.waiting)
      throw tryAgainIn(5, "You have asked for too many large answers at once. Try again in a few seconds.");
    own.calls += 1;
    this.#callers.set(caller, own);
    try {
      return await own.limit(() => this.#ofAll(work));
    } finally {
      own.calls -= 1;
      if (own.calls === 0) this.#callers.delete(caller);
    }
  }
}
