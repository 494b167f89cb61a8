import type { HandlerContext } from "#room/server/handler.ts";

/**
 * Whose turns a request counts for: a person with all their sessions, or a program's key. Unknown callers count by
 * address, since they could make up another session key for each call.
 */
export async function turnOwner(
  request: unknown,
  { session, sessions, remoteAddress }: Pick<HandlerContext, "session" | "sessions" | "remoteAddress">,
): Promise<string> {
  let user = session;
  if (!user) {
    const key: unknown = typeof request === "object" && request && Reflect.get(request, "sessionKey");
    const found = typeof key === "string" ? await sessions.lookUp(key, { isUse: false }) : undefined;
    if (found?.state === "live") ({ user } = found);
  }
  if (user?.key) return `key ${user.key.keyId}`;
  return user ? `user ${user.userId}` : `address ${remoteAddress}`;
}
