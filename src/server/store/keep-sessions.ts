import { type Kysely, sql } from "kysely";
import { parseNames } from "./keep-users.ts";
import { reusable } from "./reusable-query.ts";
import { type SessionRecord, type Sessions, UserDisabled } from "./sessions.ts";
import type { Tables } from "./tables.ts";

/** More than none: its holder has a second factor. */
const factorCount = sql<number>`(select count(*) from totp where totp.user_id = app_user.user_id)
  + (select count(*) from passkey where passkey.user_id = app_user.user_id)`;

function selectSessions(db: Kysely<Tables>) {
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

function recordOf(row: SessionRow): SessionRecord {
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

export function createSessions(db: Kysely<Tables>): Sessions {
  // Every request asks this one.
  const findOne = reusable(selectSessions(db).where("session.id_hash", "=", ""));
  return {
    async add({ idHash, userId, createdAt, expiresAt, remember, remoteAddress, browser = "", ...proof }) {
      const values = {
        id_hash: idHash,
        user_id: userId,
        created_at: createdAt,
        last_seen_at: createdAt,
        expires_at: expiresAt,
        ended_at: null,
        end_reason: null,
        remember: remember ? 1 : 0,
        remote_address: remoteAddress ?? null,
        browser,
        proved_at: proof.provedAt ?? null,
        began_by: proof.beganBy ?? null,
      };
      await db.transaction().execute(async (transaction) => {
        // First the user's row, for whose lock a disabling waits or is waited for.
        const user = await transaction
          .updateTable("app_user")
          .set({ last_sign_in_at: createdAt })
          .where("user_id", "=", userId)
          .where("disabled", "=", 0)
          .returning("user_id")
          .executeTakeFirst();
        if (!user) throw new UserDisabled();
        await transaction.insertInto("session").values(values).execute();
      });
    },
    async find(idHash) {
      const { rows } = await findOne(db, [idHash]);
      return rows[0] === undefined ? undefined : recordOf(rows[0]);
    },
    async touch(idHash, lastSeenAt) {
      await db
        .updateTable("session")
        .set({ last_seen_at: lastSeenAt })
        .where("id_hash", "=", idHash)
        .where("last_seen_at", "<", lastSeenAt)
        .execute();
    },
    async prove(idHash, provedAt) {
      await db.updateTable("session").set({ proved_at: provedAt }).where("id_hash", "=", idHash).execute();
    },
    async end(idHash, endedAt, reason) {
      const { numUpdatedRows } = await db
        .updateTable("session")
        .set({ ended_at: endedAt, end_reason: reason })
        .where("id_hash", "=", idHash)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async endAllOf(userId, endedAt, { reason, except }) {
      const { numUpdatedRows } = await db
        .updateTable("session")
        .set({ ended_at: endedAt, end_reason: reason })
        .where("user_id", "=", userId)
        .where("ended_at", "is", null)
        .where("id_hash", "!=", except ?? "")
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async listOf(userId) {
      const rows = await selectSessions(db)
        .where("session.user_id", "=", userId)
        .where("session.ended_at", "is", null)
        .orderBy("session.created_at", "desc")
        .execute();
      return rows.map(recordOf);
    },
    async countLive({ now, idleMs, rememberedIdleMs }) {
      const rows = await db
        .selectFrom("session")
        .select((build) => ["user_id", build.fn.countAll<number>().as("count")])
        .where("ended_at", "is", null)
        .where("expires_at", ">", now)
        .where((build) =>
          build.or([
            build("last_seen_at", ">", now - idleMs),
            build.and([build("remember", "=", 1), build("last_seen_at", ">", now - rememberedIdleMs)]),
          ]),
        )
        .groupBy("user_id")
        .execute();
      return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
    },
    async forgetBefore(instant) {
      const { numDeletedRows } = await db
        .deleteFrom("session")
        .where((build) => build.or([build("ended_at", "<", instant), build("expires_at", "<", instant)]))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
