import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { wireInstant } from "#room/server/handlers/visit-answer.ts";
import type { KeyRecord } from "#room/server/store/program-key-repository.ts";

const instant = <Name extends string>(name: Name, at: number | undefined) =>
  at === undefined ? {} : { [name]: wireInstant(at) };

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
    ...(createdBy === undefined ? {} : { createdBy }),
    expiresAt: wireInstant(key.expiresAt),
    ...instant("endedAt", key.endedAt),
    ...(endedBy === undefined ? {} : { endedBy }),
    ...(used > 0 ? instant("lastUsedAt", used) : {}),
    ...(lastUsedFrom === undefined ? {} : { lastUsedFrom }),
    currentMark: key.secrets.find(({ worksUntil }) => worksUntil === undefined)?.mark ?? "",
    secrets: key.secrets
      .filter(({ worksUntil = Infinity }) => (state === "live" || state === "held") && worksUntil > now)
      .map((secret) => ({
        mark: secret.mark,
        hint: secret.hint,
        createdAt: wireInstant(secret.createdAt),
        ...instant("worksUntil", secret.worksUntil),
        ...instant("lastUsedAt", secret.lastUsedAt),
      })),
  };
}

export function changedKey({ name }: { name: string }, change: string) {
  return { action: "changed key", subject: `${name}: ${change}` } as const;
}
