import { defineHandler } from "#room/server/define-handler.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { keyLimits } from "#room/contract/schemas/program-key.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { keyAnswer, changedKey } from "#room/server/keys/key-answer.ts";
import { newSecret } from "#room/server/keys/key-secret.ts";
import { checkedExpiry, checkMayRotate } from "#room/server/keys/key-request.ts";

const hourMs = 3_600_000;

export function keyNotFound(): Refusal {
  return new Refusal(404, "KeyNotFound", "There is no such key.");
}

/** Gives a key a new secret, which is returned only this once. The old one remains valid for a while. */
export const rotateKey = defineHandler("rotateKey", {
  perMinute: "importsPerMinute",
  audit: { when: "first", note: (_request, { key }) => changedKey(key, "rotated") },
  handle: async (request, { session, store, now }) => {
    if (!session) throw notAuthenticated();
    const at = now().getTime();
    const { keyId, current, overlapHours } = request;
    const known = await store.programKeys.byId(keyId);
    if (!known) throw keyNotFound();
    checkMayRotate(known, session);
    const expiresAt = checkedExpiry(dateOfWire(request.expiresAt)?.getTime(), at);
    const { secret, kept } = newSecret();
    const overlap = at + Math.round((overlapHours ?? keyLimits.usualOverlapHours) * hourMs);
    // A rotation must not revive an expired key.
    const worksUntil = known.expiresAt <= at ? at : overlap;
    const outcome = await store.programKeys.rotate(keyId, kept, { current, worksUntil, expiresAt, at });
    if (outcome === "not-found") throw keyNotFound();
    if (outcome === "ended")
      throw new Refusal(409, "KeyEnded", "The key was ended in the meantime. Make another one instead.");
    const key = outcome === "done" ? await store.programKeys.byId(keyId) : undefined;
    if (!key)
      throw new Refusal(
        409,
        "KeyChanged",
        "Somebody else rotated this key in the meantime. Nothing was changed; reload it and try again.",
      );
    return { key: keyAnswer(key, at), secret };
  },
});
