import { textIn } from "#room/billing/json-record.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { FairCalls } from "./fair-calls.ts";
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

/** Of calls with costly answers. */
export const costlyCalls = () =>
  new FairCalls(
    {
      atOnce: { everybody: 16, caller: 4 },
      inAll: { everybody: Infinity, caller: 68 },
      waitMs: 60_000,
    },
    () => tryAgainIn(5, "You have asked for too many large answers at once. Try again in a few seconds."),
  );
