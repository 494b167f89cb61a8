import { withEntry } from "#room/server/audit/with-entry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { keyAnswer } from "#room/server/keys/key-answer.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { newSecret } from "#room/server/keys/keyring.ts";
import {
  checkedKeyRequest,
  keyNameTaken,
  keyNotFound,
  checkedExpiry,
  keyToChange,
} from "#room/server/keys/key-request.ts";
import type { Within } from "#room/server/store/store.ts";
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
  audit: "by-handler",
  handle: async (request, context) => {
    const { session, now } = context;
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
    const add = async ({ programKeys }: Within) => {
      const added = await programKeys.add(newKey, kept);
      if (!added) throw keyNameTaken(newKey.name);
      return added;
    };
    const key = await withEntry(context, "changed key", add, ({ name: of }) => `${of}: added`);
    return { key: keyAnswer(key, at), secret };
  },
});

const hourMs = 3_600_000;

export const rotateKey = defineHandler("rotateKey", {
  perMinute: "importsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    const at = context.now().getTime();
    const { keyId, current, overlapHours } = request;
    const known = await keyToChange(keyId, context);
    const expiresAt = checkedExpiry(instantOfWire(request.expiresAt), at);
    const { secret, kept } = newSecret();
    const overlap = at + Math.round((overlapHours ?? keyLimits.usualOverlapHours) * hourMs);
    // A rotation must not revive an expired key.
    const worksUntil = known.expiresAt <= at ? at : overlap;
    const rotate = async ({ programKeys }: Within) => {
      const outcome = await programKeys.rotate(keyId, kept, { current, worksUntil, expiresAt, at });
      if (outcome === "ended")
        throw new Refusal(409, "KeyEnded", "The key was ended in the meantime. Make another one instead.");
      if (outcome === "changed")
        throw new Refusal(
          409,
          "KeyChanged",
          "Somebody else rotated this key in the meantime. Nothing was changed; reload it and try again.",
        );
      const key = await programKeys.byId(keyId);
      if (!key) throw keyNotFound();
      return key;
    };
    const key = await withEntry(context, "changed key", rotate, ({ name }) => `${name}: rotated`);
    return { key: keyAnswer(key, at), secret };
  },
});

export const endKey = defineHandler("endKey", {
  audit: "by-handler",
  handle: async ({ keyId, secret }, context) => {
    const { session, now } = context;
    const at = now().getTime();
    const known = await keyToChange(keyId, context);
    const end = async ({ programKeys }: Within) => {
      const isEnded = secret
        ? await programKeys.endSecret(keyId, secret, at)
        : await programKeys.end(keyId, at, session.userName);
      return { isEnded, key: (await programKeys.byId(keyId)) ?? known };
    };
    const words = secret ? "old secret ended" : "ended";
    const { key } = await withEntry(context, "changed key", end, ({ isEnded }) =>
      isEnded ? `${known.name}: ${words}` : undefined,
    );
    return { key: keyAnswer(key, at) };
  },
});
