import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { wireInstant } from "#room/server/handlers/visit-answer.ts";
import type { KeyRecord } from "#room/server/store/program-keys.ts";

const instant = <Name extends string>(name: Name, at: number | undefined) =>
  at === undefined ? {} : { [name]: wireInstant(at) };

/** A key as sent on the wire, with only its valid secrets. */
export function keyAnswer(key: KeyRecord, now: number): ProgramKey {
  const { keyId, name, operations, practices, createdBy, endedBy, lastUsedFrom } = key;
  const state = key.endedAt !== undefined ? "ended" : now >= key.expiresAt ? "expired" : "live";
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
      .filter(({ worksUntil = Infinity }) => state === "live" && worksUntil > now)
      .map((secret) => ({
        mark: secret.mark,
        hint: secret.hint,
        createdAt: wireInstant(secret.createdAt),
        ...instant("worksUntil", secret.worksUntil),
        ...instant("lastUsedAt", secret.lastUsedAt),
      })),
  };
}
