import { defineHandler } from "#room/server/define-handler.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { keyAnswer, changedKey } from "#room/server/keys/key-answer.ts";
import { newSecret } from "#room/server/keys/key-secret.ts";
import { checkedKeyRequest, keyNameTaken } from "#room/server/keys/key-request.ts";

/** Creates a key for a program. Its secret is returned only this once. */
export const addKey = defineHandler("addKey", {
  perMinute: "importsPerMinute",
  audit: { when: "first", note: (_request, { key }) => changedKey(key, "added") },
  handle: async (request, { session, store, now }) => {
    if (!session) throw notAuthenticated();
    const at = now().getTime();
    const { name, operations, practices, expiresAt } = request;
    const wanted = {
      name,
      operations,
      practices: practices ?? [],
      expiresAt: dateOfWire(expiresAt)?.getTime(),
    };
    const newKey = checkedKeyRequest(wanted, session, at);
    const { secret, kept } = newSecret();
    const key = await store.programKeys.add(newKey, kept);
    if (!key) throw keyNameTaken(newKey.name);
    return { key: keyAnswer(key, at), secret };
  },
});
