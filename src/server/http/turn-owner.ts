import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";

type Asked = Pick<HandlerContext, "session" | "sessions" | "remoteAddress">;

/** A person, with all their sessions, or a program's key. */
export function ownerOf({ userId, key }: Pick<SessionInfo, "userId" | "key">): string {
  return key ? `key ${key.keyId}` : `user ${userId}`;
}

/** Who asks: the caller of the headers, or in messaging of the key in the body. Undefined for strangers. */
export async function askedBy(
  request: unknown,
  { session, sessions }: Omit<Asked, "remoteAddress">,
): Promise<string | undefined> {
  if (session) return ownerOf(session);
  const key: unknown = typeof request === "object" && request && Reflect.get(request, "sessionKey");
  const found = typeof key === "string" ? await sessions.lookUp(key, { isUse: false }) : undefined;
  return found?.state === "live" ? ownerOf(found.user) : undefined;
}

/** Whose turns a request counts for. Strangers count by address, since they could make up a key for each call. */
export async function turnOwner(request: unknown, asked: Asked): Promise<string> {
  return (await askedBy(request, asked)) ?? `address ${asked.remoteAddress}`;
}
