import { expressionBuilder, type Kysely, type Transaction } from "kysely";
import { reusable } from "./reusable-query.ts";
import { type LiveAt, type Sessions, UserDisabled } from "./sessions.ts";
import type { Tables } from "./tables.ts";
import { selectSessions, recordOf } from "./session-rows.ts";

const isLive = ({ now, idleMs, rememberedIdleMs }: LiveAt) => {
  const { eb, and, or } = expressionBuilder<Tables, "session">();
  return and([
    eb("expires_at", ">", now),
    or([
      eb("last_seen_at", ">", now - idleMs),
      and([eb("remember", "=", 1), eb("last_seen_at", ">", now - rememberedIdleMs)]),
    ]),
  ]);
};

/** No person has more at a time: what forgets to sign out must not make lists of sessions endless. */
const maxOfPerson = 1000;

/** Ends a person's longest unused sessions beyond the most. */
async function endBeyond(db: Transaction<Tables>, userId: number, now: number): Promise<void> {
  const live = db.selectFrom("session").where("user_id", "=", userId).where("ended_at", "is", null);
  const { count } = await live
    .select((build) => build.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const beyond = Number(count) - maxOfPerson;
  if (beyond <= 0) return;
  await db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "too many sessions" })
    .where(
      "id_hash",
      "in",
      live.select("id_hash").orderBy("last_seen_at").orderBy("created_at").limit(beyond),
    )
    .execute();
}

export function createSessions(db: Kysely<Tables>): Sessions {
  // Every request runs this query.
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
        // Locks the user's row first, to serialize with disabling the user.
        const user = await transaction
          .updateTable("app_user")
          .set({ last_sign_in_at: createdAt })
          .where("user_id", "=", userId)
          .where("disabled", "=", 0)
          .returning("user_id")
          .executeTakeFirst();
        if (!user) throw new UserDisabled();
        await transaction.insertInto("session").values(values).execute();
        await endBeyond(transaction, userId, createdAt);
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
    async countLive(at) {
      const rows = await db
        .selectFrom("session")
        .select((build) => ["user_id", build.fn.countAll<number>().as("count")])
        .where("ended_at", "is", null)
        .where(isLive(at))
        .groupBy("user_id")
        .execute();
      return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
    },
    async endOver(at) {
      await db
        .updateTable("session")
        .set({ ended_at: at.now, end_reason: "expired" })
        .where("ended_at", "is", null)
        .where(({ not }) => not(isLive(at)))
        .execute();
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
