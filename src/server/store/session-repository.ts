import { expressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "./engine.ts";
import { changedRows, countOf, didChange, recordOf, rowOf } from "./rows.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";

/** A session as stored, and what its user may. Only a hash of its id is stored. */
export type SessionRecord = Readonly<ReturnType<typeof sessionOf>>;

export type NewSession = Pick<SessionRecord, "idHash" | "userId" | "createdAt" | "expiresAt" | "remember"> & {
  readonly [K in "remoteAddress" | "browser" | "provedAt" | "beganBy"]?: SessionRecord[K] | undefined;
};

export interface LiveAt {
  readonly now: number;
  readonly idleMs: number;
  readonly rememberedIdleMs: number;
}

/** Thrown by `add`: the user was disabled, perhaps while signing in. */
export class UserDisabled extends Error {}

const factorCount = sql<number>`(select count(*) from totp where totp.user_id = person.user_id)
  + (select count(*) from passkey where passkey.user_id = person.user_id)`;

function selectSessions(db: Kysely<Tables>) {
  return db
    .selectFrom("session")
    .innerJoin("person", "person.user_id", "session.user_id")
    .selectAll("session")
    .select(["person.name as user_name", "person.role", "person.rights", "person.practices"])
    .select(["person.disabled as user_disabled", factorCount.as("has_factor")]);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>["execute"]>>[number];

function sessionOf(row: SessionRow) {
  return {
    ...recordOf(row),
    hasFactor: Number(row.has_factor) > 0,
    userDisabled: row.user_disabled === 1,
    rights: row.rights === "[]" ? [] : parseNames(row.rights),
    practices: row.practices === "[]" ? [] : parseNames(row.practices),
    remember: row.remember === 1,
  };
}

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
  const beyond = (await countOf(live)) - maxOfPerson;
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

/** Sessions, ended ones too: by them an ended id is told from an invalid one. */
export function createSessionRepository({ db }: Pick<Engine, "db">) {
  // Each request asks this: building it anew takes longer than reading the row.
  const byHash = selectSessions(db).where("session.id_hash", "=", "").compile();
  const endLive = (ended_at: number, end_reason: string) =>
    db.updateTable("session").set({ ended_at, end_reason }).where("ended_at", "is", null);
  return {
    /** Also records that its user signed in. Throws UserDisabled. */
    async add(session: NewSession): Promise<void> {
      const { userId, createdAt } = session;
      const values = { ...rowOf(session), last_seen_at: createdAt, browser: session.browser ?? "" };
      await db.transaction().execute(async (transaction) => {
        // Locks the user's row first, to serialize with disabling the user.
        const user = await transaction
          .updateTable("person")
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
    async find(idHash: string): Promise<SessionRecord | undefined> {
      const { rows } = await db.executeQuery<SessionRow>({ ...byHash, parameters: [idHash] });
      return rows[0] === undefined ? undefined : sessionOf(rows[0]);
    },
    /** Records that the session was used. Call it about once a minute per session, not on every request. */
    async touch(idHash: string, lastSeenAt: number): Promise<void> {
      await db
        .updateTable("session")
        .set({ last_seen_at: lastSeenAt })
        .where("id_hash", "=", idHash)
        .where("last_seen_at", "<", lastSeenAt)
        .execute();
    },
    async prove(idHash: string, provedAt: number): Promise<void> {
      await db.updateTable("session").set({ proved_at: provedAt }).where("id_hash", "=", idHash).execute();
    },
    /** Ends it; false when it had ended or does not exist. */
    end: (idHash: string, endedAt: number, reason: string) =>
      didChange(endLive(endedAt, reason).where("id_hash", "=", idHash)),
    /** Ends what waits for a second step as well: its first was with what no longer holds. */
    async endAllOf(
      userId: number,
      endedAt: number,
      { reason, except = "" }: { reason: string; except?: string | undefined },
    ): Promise<number> {
      await db.deleteFrom("factor_challenge").where("user_id", "=", userId).execute();
      return changedRows(
        endLive(endedAt, reason).where("user_id", "=", userId).where("id_hash", "!=", except),
      );
    },
    async listOf(userId: number): Promise<SessionRecord[]> {
      const rows = await selectSessions(db)
        .where("session.user_id", "=", userId)
        .where("session.ended_at", "is", null)
        .orderBy("session.created_at", "desc")
        .execute();
      return rows.map(sessionOf);
    },
    async countLive(at: LiveAt): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom("session")
        .select((build) => ["user_id", build.fn.countAll<number>().as("count")])
        .where("ended_at", "is", null)
        .where(isLive(at))
        .groupBy("user_id")
        .execute();
      return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
    },
    /** Ends those whose time is over, so that they stay ended when the clock is set back. */
    async endExpired(at: LiveAt): Promise<void> {
      await endLive(at.now, "expired")
        .where(({ not }) => not(isLive(at)))
        .execute();
    },
    forgetBefore: (instant: number) =>
      changedRows(
        db
          .deleteFrom("session")
          .where((build) => build.or([build("ended_at", "<", instant), build("expires_at", "<", instant)])),
      ),
  };
}
