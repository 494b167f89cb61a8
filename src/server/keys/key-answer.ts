import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { wireInstant } from "#room/server/handlers/visit-answer.ts";
import type { KeyRecord } from "#room/server/store/program-key-repository.ts";

function stateOf({ endedAt, expiresAt, heldSince }: KeyRecord, now: number): ProgramKey["state"] {
  if (endedAt !== undefined) return "ended";
  if (now >= expiresAt) return "expired";
  return heldSince === undefined ? "live" : "held";
}

export function keyAnswer(key: KeyRecord, now: number): ProgramKey {
  const { keyId, name, operations, practices, createdBy, endedBy, lastUsedFrom } = key;
  const state = stateOf(key, now);
  const used = Math.max(...key.secrets.map(({ lastUsedAt }) => lastUsedAt ?? 0));
  return {
    keyId,
    name,
    operations: [...operations],
    practices: [...practices],
    state,
    createdAt: wireInstant(key.createdAt),
    createdBy,
    expiresAt: wireInstant(key.expiresAt),
    endedAt: wireInstant(key.endedAt),
    endedBy,
    lastUsedAt: used > 0 ? wireInstant(used) : undefined,
    lastUsedFrom,
    currentMark: key.secrets.find(({ worksUntil }) => worksUntil === undefined)?.mark ?? "",
    secrets: key.secrets
      .filter(({ worksUntil = Infinity }) => (state === "live" || state === "held") && worksUntil > now)
      .map(({ mark, hint, createdAt, worksUntil, lastUsedAt }) => ({
        mark,
        hint,
        createdAt: wireInstant(createdAt),
        worksUntil: wireInstant(worksUntil),
        lastUsedAt: wireInstant(lastUsedAt),
      })),
  };
}
