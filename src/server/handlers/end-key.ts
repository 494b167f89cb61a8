import type { Handler } from "#room/server/handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { keyAnswer } from "#room/server/keys/key-answer.ts";
import { keyNotFound } from "./rotate-key.ts";

/** Ends a key, or one of its old secrets. */
export const endKey: Handler<"endKey"> = async ({ keyId, secret }, { session, store, now }) => {
  if (!session) throw notAuthenticated();
  const at = now().getTime();
  if (secret) await store.programKeys.endSecret(keyId, secret, at);
  else await store.programKeys.end(keyId, at, session.userName);
  const key = await store.programKeys.byId(keyId);
  if (!key) throw keyNotFound();
  return { key: keyAnswer(key, at) };
};
