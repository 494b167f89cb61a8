import type { Kysely } from "kysely";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** A one-time link by which its user sets a password. */
export interface UserLink {
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly usedAt: number | undefined;
}

/** Each user has one link at most that is not used; the secret itself is kept nowhere. */
export interface UserLinks {
  /** What was made for the user before is worth nothing then. False when the user is disabled. */
  make(link: {
    readonly linkHash: string;
    readonly userId: number;
    readonly madeAt: number;
    readonly madeBy: string;
    readonly expiresAt: number;
  }): Promise<boolean>;
  find(linkHash: string): Promise<UserLink | undefined>;
  /**
   * Uses it, and gives its user the password: both or neither, and once however many try at once. False when it is used, over or gone, or
   * its user is disabled.
   */
  use(linkHash: string, at: { readonly now: number; readonly passwordRecord: string }): Promise<boolean>;
  /** Until when the links that wait to be used are good, by user. */
  waiting(now: number): Promise<Map<number, number>>;
  forgetBefore(instant: number): Promise<void>;
}

/** Thrown within the transaction, to roll it back. */
class NotUsable extends Error {}

export function createUserLinks(db: Kysely<Tables>): UserLinks {
  return {
    make: ({ linkHash, userId, madeAt, madeBy, expiresAt }) =>
      db.transaction().execute(async (transaction) => {
        // The user's row first: who disables them waits, or is waited for.
        const user = await transaction
          .updateTable("app_user")
          .set({ disabled: 0 })
          .where("user_id", "=", userId)
          .where("disabled", "=", 0)
          .returning("user_id")
          .executeTakeFirst();
        if (!user) return false;
        await transaction
          .deleteFrom("user_link")
          .where("user_id", "=", userId)
          .where("used_at", "is", null)
          .execute();
        const times = { made_at: madeAt, expires_at: expiresAt, used_at: null };
        const values = { link_hash: linkHash, user_id: userId, made_by: storableText(madeBy), ...times };
        await transaction.insertInto("user_link").values(values).execute();
        return true;
      }),
    async find(linkHash) {
      const row = await db
        .selectFrom("user_link")
        .select(["user_id", "expires_at", "used_at"])
        .where("link_hash", "=", linkHash)
        .executeTakeFirst();
      return row && { userId: row.user_id, expiresAt: row.expires_at, usedAt: row.used_at ?? undefined };
    },
    async use(linkHash, { now, passwordRecord }) {
      try {
        await db.transaction().execute(async (transaction) => {
          const owner = transaction
            .selectFrom("user_link")
            .select("user_id")
            .where("link_hash", "=", linkHash);
          // The user's row first, as everywhere, so that none waits for each other.
          const user = await transaction
            .updateTable("app_user")
            .set({ password_record: passwordRecord })
            .where("user_id", "=", owner)
            .where("disabled", "=", 0)
            .returning("user_id")
            .executeTakeFirst();
          const link = await transaction
            .updateTable("user_link")
            .set({ used_at: now })
            .where("link_hash", "=", linkHash)
            .where("used_at", "is", null)
            .where("expires_at", ">", now)
            .returning("user_id")
            .executeTakeFirst();
          if (!user || !link) throw new NotUsable();
        });
        return true;
      } catch (error) {
        if (error instanceof NotUsable) return false;
        throw error;
      }
    },
    async waiting(now) {
      const rows = await db
        .selectFrom("user_link")
        .select(["user_id", "expires_at"])
        .where("used_at", "is", null)
        .where("expires_at", ">", now)
        .execute();
      return new Map(rows.map(({ user_id, expires_at }) => [user_id, expires_at]));
    },
    async forgetBefore(instant) {
      await db.deleteFrom("user_link").where("expires_at", "<", instant).execute();
    },
  };
}
