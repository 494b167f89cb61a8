import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";

type CallerContext = Pick<HandlerContext, "session" | "sessions" | "remoteAddress">;

/** A person, with all their sessions, or a program's key. */
export function ownerOf({ userId, key }: Pick<SessionInfo, "userId" | "key">): string {
  return key ? `key ${key.keyId}` : `user ${userId}`;
}

/** Who asks: the caller of the headers, or in messaging of the key in the body. Undefined for strangers. */
export async function callerOf(
  request: unknown,
  { session, sessions }: Omit<CallerContext, "remoteAddress">,
): Promise<string | undefined> {
  if (session) return ownerOf(session);
  const key: unknown = typeof request === "object" && request && Reflect.get(request, "sessionKey");
  const found = typeof key === "string" ? await sessions.lookUp(key, { isUse: false }) : undefined;
  return found?.state === "live" ? ownerOf(found.user) : undefined;
}

/** Whose place in the queue a request takes. Strangers count by address, since they could make up a key for each call. */
export async function queueOwner(request: unknown, context: CallerContext): Promise<string> {
  return (await callerOf(request, context)) ?? `address ${context.remoteAddress}`;
}
