import { defineHandler } from "#room/server/define-handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { keyAnswer, changedKey } from "#room/server/keys/key-answer.ts";
import { keyNotFound } from "./rotate-key.ts";

/** Ends a key, or one of its old secrets. */
export const endKey = defineHandler("endKey", {
  audit: {
    when: "first",
    note: ({ secret }, { key }) => changedKey(key, secret ? "old secret ended" : "ended"),
  },
  handle: async ({ keyId, secret }, { session, store, now }) => {
    if (!session) throw notAuthenticated();
    const at = now().getTime();
    if (secret) await store.programKeys.endSecret(keyId, secret, at);
    else await store.programKeys.end(keyId, at, session.userName);
    const key = await store.programKeys.byId(keyId);
    if (!key) throw keyNotFound();
    return { key: keyAnswer(key, at) };
  },
});
