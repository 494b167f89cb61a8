import type { Kysely, Transaction } from "kysely";
import { inTransaction, recordOf, rowOf, valueOf } from "./rows.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

const nameOf = (secretHash: string) => `first-run:${secretHash}`;

/** The hashes of what processes on an empty store printed: each works on all of them. */
export function createFirstRunSecrets(db: Kysely<Tables>) {
  return {
    async add(secretHash: string, at: number): Promise<void> {
      await db
        .insertInto("server_secret")
        .values({ name: nameOf(secretHash), secret: String(at) })
        .execute();
    },
    async madeAt(secretHash: string): Promise<number | undefined> {
      const named = db.selectFrom("server_secret").where("name", "=", nameOf(secretHash));
      const madeAt = await valueOf(named, "secret");
      return madeAt === undefined ? undefined : Number(madeAt);
    },
    async forget(secretHash: string): Promise<void> {
      await db.deleteFrom("server_secret").where("name", "=", nameOf(secretHash)).execute();
    },
  };
}

export interface UserLink {
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly usedAt: number | undefined;
}

/** Thrown inside the transaction to roll it back. */
class NotUsable extends Error {}

interface NewLink {
  readonly linkHash: string;
  readonly userId: number;
  readonly madeAt: number;
  readonly madeBy: string;
  readonly expiresAt: number;
}

/** Replaces the user's earlier link. False when the user is disabled. */
export async function makeUserLink(transaction: Transaction<Tables>, link: NewLink): Promise<boolean> {
  // Locks the user's row first, to serialize with disabling the user.
  const user = await transaction
    .updateTable("person")
    .set({ disabled: 0 })
    .where("user_id", "=", link.userId)
    .where("disabled", "=", 0)
    .returning("user_id")
    .executeTakeFirst();
  if (!user) return false;
  await transaction
    .deleteFrom("user_link")
    .where("user_id", "=", link.userId)
    .where("used_at", "is", null)
    .execute();
  const values = rowOf({ ...link, madeBy: storableText(link.madeBy) });
  await transaction.insertInto("user_link").values(values).execute();
  return true;
}

/** Each user has at most one unused link; the secret itself is not stored. */
export function createUserLinks(db: Kysely<Tables>) {
  return {
    async addUsed({ at, ...link }: { linkHash: string; userId: number; at: number }): Promise<void> {
      const times = { made_at: at, expires_at: at, used_at: at };
      await db
        .insertInto("user_link")
        .values({ ...rowOf(link), made_by: "", ...times })
        .execute();
    },
    async find(linkHash: string): Promise<UserLink | undefined> {
      const row = await db
        .selectFrom("user_link")
        .select(["user_id", "expires_at", "used_at"])
        .where("link_hash", "=", linkHash)
        .executeTakeFirst();
      return row && recordOf(row);
    },
    /**
     * Uses the link and sets the user's password: both or neither, and only once under concurrent attempts. False when it
     * is used, expired or gone, or its user is disabled.
     */
    async use(
      linkHash: string,
      { now, passwordRecord }: { readonly now: number; readonly passwordRecord: string },
    ): Promise<boolean> {
      try {
        await inTransaction(db, async (transaction) => {
          const owner = transaction
            .selectFrom("user_link")
            .select("user_id")
            .where("link_hash", "=", linkHash);
          // Locks the user's row first, as everywhere, to prevent deadlocks.
          const user = await transaction
            .updateTable("person")
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
    async waiting(now: number): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom("user_link")
        .select(["user_id", "expires_at"])
        .where("used_at", "is", null)
        .where("expires_at", ">", now)
        .execute();
      return new Map(rows.map(({ user_id, expires_at }) => [user_id, expires_at]));
    },
    async forgetBefore(instant: number): Promise<void> {
      await db.deleteFrom("user_link").where("expires_at", "<", instant).execute();
    },
  };
}
