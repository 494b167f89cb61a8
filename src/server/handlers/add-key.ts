import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Handler } from "#room/server/handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { keyAnswer } from "#room/server/keys/key-answer.ts";
import { newSecret } from "#room/server/keys/key-secret.ts";
import { checkedKeyRequest, keyNameTaken } from "#room/server/keys/key-request.ts";

/** Creates a key for a program. Its secret is returned only this once. */
export const addKey: Handler<"addKey"> = async (request, { session, store, now }) => {
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
};
