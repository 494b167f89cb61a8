import { expressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "./engine.ts";
import { changedRows, countOf, didChange, recordOf, rowOf, inTransaction } from "./rows.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";

/** A session as stored, and what its user may. Only a hash of its id is stored. */
export type SessionRecord = Readonly<ReturnType<typeof sessionOf>>;

export type NewSession = Pick<SessionRecord, "idHash" | "userId" | "createdAt" | "expiresAt" | "remember"> & {
  readonly [K in "remoteAddress" | "browser" | "provedAt" | "beganBy"]?: SessionRecord[K] | undefined;
};

export interface Proven {
  readonly userId: number;
  /** How often all their sessions had been ended when they proved who they are. */
  readonly signInsEnded?: number | undefined;
}

export interface LiveAt {
  readonly now: number;
  /** One last used after that is over. */
  readonly latest: number;
  readonly idleMs: number;
  readonly rememberedIdleMs: number;
}

/** Thrown by `add`: the user was disabled, or all their sessions were ended, perhaps while signing in. */
export class SignInsEnded extends Error {}

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
    rights: parseNames(row.rights),
    practices: parseNames(row.practices),
    remember: row.remember === 1,
  };
}

const isLive = ({ now, latest, idleMs, rememberedIdleMs }: LiveAt) => {
  const { eb, and, or } = expressionBuilder<Tables, "session">();
  return and([
    eb("expires_at", ">", now),
    eb("last_seen_at", "<=", latest),
    or([
      eb("last_seen_at", ">", now - idleMs),
      and([eb("remember", "=", 1), eb("last_seen_at", ">", now - rememberedIdleMs)]),
    ]),
  ]);
};

/** False if the user is disabled, or all their sessions were ended since. */
export function lockProven(
  transaction: Transaction<Tables>,
  { userId, signInsEnded }: Proven,
  changes: { last_sign_in_at?: number } = {},
): Promise<boolean> {
  const user = transaction.updateTable("person").set({ disabled: 0, ...changes });
  const able = user.where("user_id", "=", userId).where("disabled", "=", 0);
  return didChange(signInsEnded === undefined ? able : able.where("sign_ins_ended", "=", signInsEnded));
}

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

const endingLive = (db: Kysely<Tables>, ended_at: number, end_reason: string) =>
  db.updateTable("session").set({ ended_at, end_reason }).where("ended_at", "is", null);

interface Ending {
  readonly userId: number;
  readonly endedAt: number;
  readonly reason: string;
  /** The session that goes on. */
  readonly except?: string | undefined;
}

/** Ends what waits for a second step as well, and what signs in right now: it began with what no longer holds. */
export function endAllSessions(
  db: Kysely<Tables>,
  { userId, endedAt, reason, except = "" }: Ending,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .updateTable("person")
      .set((build) => ({ sign_ins_ended: build("sign_ins_ended", "+", 1) }))
      .where("user_id", "=", userId)
      .execute();
    await transaction.deleteFrom("factor_challenge").where("user_id", "=", userId).execute();
    const others = endingLive(transaction, endedAt, reason).where("user_id", "=", userId);
    return changedRows(others.where("id_hash", "!=", except));
  });
}

/** Sessions, ended ones too: by them an ended id is told from an invalid one. */
export function createSessionRepository({ db }: Pick<Engine, "db">) {
  // Each request asks this: building it anew takes longer than reading the row.
  const byHash = selectSessions(db).where("session.id_hash", "=", "").compile();
  const endLive = (at: number, reason: string) => endingLive(db, at, reason);
  return {
    /** Also records that its user signed in. Throws SignInsEnded. */
    async add(session: NewSession, signInsEnded?: number): Promise<void> {
      const { userId, createdAt } = session;
      const values = { ...rowOf(session), last_seen_at: createdAt, browser: session.browser ?? "" };
      await inTransaction(db, async (transaction) => {
        // Locks the user's row first, to serialize with disabling the user and with ending all sessions.
        const user = { userId, signInsEnded };
        if (!(await lockProven(transaction, user, { last_sign_in_at: createdAt }))) throw new SignInsEnded();
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
    endAllOf: (userId: number, endedAt: number, why: Omit<Ending, "userId" | "endedAt">) =>
      endAllSessions(db, { userId, endedAt, ...why }),
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
