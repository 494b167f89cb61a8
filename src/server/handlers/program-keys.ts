import { afterDone } from "#room/server/store/store-unavailable.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { keyAnswer, changedKey } from "#room/server/keys/key-answer.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { newSecret } from "#room/server/keys/key-secret.ts";
import {
  checkedKeyRequest,
  keyNameTaken,
  keyNotFound,
  checkedExpiry,
  checkMayChange,
} from "#room/server/keys/key-request.ts";
import { keyLimits } from "#room/contract/schemas/program-key.ts";

const maxEnded = 100;

export const listKeys = defineHandler("listKeys", {
  audit: "none",
  handle: async (_request, { store, settings, now }) => {
    const at = now().getTime();
    const keys = await store.programKeys.list(maxEnded);
    return { keys: keys.map((key) => keyAnswer(key, at)), isAutoChargeOpen: settings.openAutoCharge };
  },
});

export const addKey = defineHandler("addKey", {
  perMinute: "importsPerMinute",
  audit: { when: "first", note: (_request, { key }) => changedKey(key, "added") },
  handle: async (request, { session, store, now }) => {
    const at = now().getTime();
    const { name, operations, practices, expiresAt } = request;
    const wanted = {
      name,
      operations,
      practices: practices ?? [],
      expiresAt: instantOfWire(expiresAt),
    };
    const newKey = checkedKeyRequest(wanted, session, at);
    const { secret, kept } = newSecret();
    const key = await store.programKeys.add(newKey, kept);
    if (!key) throw keyNameTaken(newKey.name);
    return { key: keyAnswer(key, at), secret };
  },
});

const hourMs = 3_600_000;

export const rotateKey = defineHandler("rotateKey", {
  perMinute: "importsPerMinute",
  audit: { when: "first", note: (_request, { key }) => changedKey(key, "rotated") },
  handle: async (request, { session, store, now }) => {
    const at = now().getTime();
    const { keyId, current, overlapHours } = request;
    const known = await store.programKeys.byId(keyId);
    if (!known) throw keyNotFound();
    checkMayChange(known, session);
    const expiresAt = checkedExpiry(instantOfWire(request.expiresAt), at);
    const { secret, kept } = newSecret();
    const overlap = at + Math.round((overlapHours ?? keyLimits.usualOverlapHours) * hourMs);
    // A rotation must not revive an expired key.
    const worksUntil = known.expiresAt <= at ? at : overlap;
    const outcome = await store.programKeys.rotate(keyId, kept, { current, worksUntil, expiresAt, at });
    if (outcome === "not-found") throw keyNotFound();
    if (outcome === "ended")
      throw new Refusal(409, "KeyEnded", "The key was ended in the meantime. Make another one instead.");
    const key = outcome === "done" ? await afterDone(store.programKeys.byId(keyId)) : undefined;
    if (!key)
      throw new Refusal(
        409,
        "KeyChanged",
        "Somebody else rotated this key in the meantime. Nothing was changed; reload it and try again.",
      );
    return { key: keyAnswer(key, at), secret };
  },
});

export const endKey = defineHandler("endKey", {
  audit: {
    when: "first",
    note: ({ secret }, { key }) => changedKey(key, secret ? "old secret ended" : "ended"),
  },
  handle: async ({ keyId, secret }, { session, store, now }) => {
    const at = now().getTime();
    const known = await store.programKeys.byId(keyId);
    if (!known) throw keyNotFound();
    checkMayChange(known, session);
    if (secret) await store.programKeys.endSecret(keyId, secret, at);
    else await store.programKeys.end(keyId, at, session.userName);
    const key = await afterDone(store.programKeys.byId(keyId));
    return { key: keyAnswer(key ?? known, at) };
  },
});
