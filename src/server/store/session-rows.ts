import { type Kysely, sql } from "kysely";
import { parseNames } from "./keep-users.ts";
import type { SessionRecord } from "./sessions.ts";
import type { Tables } from "./tables.ts";

/** Above zero: the user has a second factor. */
const factorCount = sql<number>`(select count(*) from totp where totp.user_id = app_user.user_id)
  + (select count(*) from passkey where passkey.user_id = app_user.user_id)`;

export function selectSessions(db: Kysely<Tables>) {
  return db
    .selectFrom("session")
    .innerJoin("app_user", "app_user.user_id", "session.user_id")
    .select([
      "session.id_hash as idHash",
      "session.user_id as userId",
      "app_user.name as userName",
      "app_user.disabled as disabled",
      "app_user.role as role",
      "app_user.rights as rights",
      "app_user.practices as practices",
      "session.created_at as createdAt",
      "session.last_seen_at as lastSeenAt",
      "session.expires_at as expiresAt",
      "session.ended_at as endedAt",
      "session.end_reason as endReason",
      "session.remember as remember",
      "session.remote_address as remoteAddress",
      "session.browser as browser",
      "session.proved_at as provedAt",
      "session.began_by as beganBy",
      factorCount.as("factors"),
    ]);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>["execute"]>>[number];

export function recordOf(row: SessionRow): SessionRecord {
  const { disabled, rights, practices, endedAt, endReason, remember, remoteAddress, ...others } = row;
  const { provedAt, beganBy, factors, ...same } = others;
  return {
    ...same,
    provedAt: provedAt ?? undefined,
    beganBy: beganBy ?? undefined,
    hasFactor: Number(factors) > 0,
    userDisabled: disabled === 1,
    rights: rights === "[]" ? [] : parseNames(rights),
    practices: practices === "[]" ? [] : parseNames(practices),
    endedAt: endedAt ?? undefined,
    endReason: endReason ?? undefined,
    remember: remember === 1,
    remoteAddress: remoteAddress ?? undefined,
  };
}
