import type { Kysely, Selectable } from "kysely";
import { inTransaction, didChange, recordOf, valueOf, valuesOf } from "./rows.ts";
import { isDuplicate } from "./store-unavailable.ts";
import { foldName } from "./storable-text.ts";
import type { Engine } from "./engine.ts";
import { lookAlikeOf } from "./look-alike.ts";
import { parseNames } from "./user-repository.ts";
import type { Tables } from "./tables.ts";

export type SecretRecord = Readonly<Omit<ReturnType<typeof secretOf>, "keyId" | "secretHash">>;
export type KeyRecord = Readonly<Omit<ReturnType<typeof keyOf>, "nameKey">> & {
  readonly secrets: readonly SecretRecord[];
};

export type FoundKey = Omit<KeyRecord, "secrets"> & SecretRecord;

export interface NewSecret {
  readonly hash: string;
  readonly hint: string;
}

export interface NewKey extends Pick<KeyRecord, "name" | "operations" | "practices" | "expiresAt"> {
  readonly by: string;
  readonly at: number;
}

/** The outcome of a rotation: it was rotated meanwhile, or the key has ended. */
export type Rotated = "done" | "ended" | "changed";

type KeyRow = Selectable<Tables["program_key"]>;
type SecretRow = Selectable<Tables["program_secret"]>;

const keyOf = ({ key_created_at: createdAt, operations, practices, ...row }: KeyRow) => ({
  ...recordOf(row),
  createdAt,
  operations: parseNames(operations),
  practices: parseNames(practices),
});

const secretOf = ({ secret_created_at: createdAt, ...row }: SecretRow) => ({ ...recordOf(row), createdAt });

/** On PostgreSQL a second rotation may read the row before the first one commits. */
class RotatedMeanwhile extends Error {}

const markOf = (hash: string) => hash.slice(0, 12);

const secretRow = (keyId: number, { hash, hint }: NewSecret, at: number) => ({
  secret_hash: hash,
  key_id: keyId,
  mark: markOf(hash),
  hint,
  secret_created_at: at,
});

const updateLive = (db: Kysely<Tables>, keyId: number) =>
  db.updateTable("program_key").where("key_id", "=", keyId).where("ended_at", "is", null);

export function createProgramKeyRepository({ db }: Pick<Engine, "db">) {
  const withSecret = db
    .selectFrom("program_secret")
    .innerJoin("program_key", "program_key.key_id", "program_secret.key_id")
    .selectAll();

  async function withSecrets(rows: readonly KeyRow[]): Promise<KeyRecord[]> {
    if (rows.length === 0) return [];
    const keyIds = rows.map((row) => row.key_id);
    const secrets = await db
      .selectFrom("program_secret")
      .selectAll()
      .where("key_id", "in", keyIds)
      .orderBy("works_until", (order) => order.desc().nullsFirst())
      .execute();
    return rows.map((row) => ({
      ...keyOf(row),
      secrets: secrets.filter((secret) => secret.key_id === row.key_id).map(secretOf),
    }));
  }

  async function byId(keyId: number): Promise<KeyRecord | undefined> {
    const rows = await db.selectFrom("program_key").selectAll().where("key_id", "=", keyId).execute();
    return (await withSecrets(rows))[0];
  }

  return {
    byId,
    /** Undefined when another active key has the name, or one that looks like it. */
    async add(
      { name, operations, practices, expiresAt, by, at }: NewKey,
      secret: NewSecret,
    ): Promise<KeyRecord | undefined> {
      try {
        return await inTransaction(db, async (transaction) => {
          const live = transaction.selectFrom("program_key").where("ended_at", "is", null);
          if (lookAlikeOf(name, await valuesOf(live, "name")) !== undefined) return undefined;
          const { key_id } = await transaction
            .insertInto("program_key")
            .values({
              name,
              name_key: foldName(name),
              operations: JSON.stringify(operations),
              practices: JSON.stringify(practices),
              key_created_at: at,
              created_by: by,
              expires_at: expiresAt,
            })
            .returning("key_id")
            .executeTakeFirstOrThrow();
          await transaction
            .insertInto("program_secret")
            .values(secretRow(key_id, secret, at))
            .execute();
          return createProgramKeyRepository({ db: transaction }).byId(key_id);
        });
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },
    async findSecret(hash: string): Promise<FoundKey | undefined> {
      const rows = await withSecret.where("program_secret.secret_hash", "=", hash).execute();
      const row = rows[0];
      // The row is of both tables, and the key's lists are read from it last.
      return row && { ...secretOf(row), ...keyOf(row) };
    },
    /** Newest first; at most `maxEnded` ended ones. */
    async list(maxEnded: number): Promise<KeyRecord[]> {
      const rows = () => db.selectFrom("program_key").selectAll().orderBy("key_id", "desc");
      const standing = await rows().where("ended_at", "is", null).execute();
      const ended = await rows().where("ended_at", "is not", null).limit(maxEnded).execute();
      return withSecrets([...standing, ...ended]);
    },
    /** Only if that secret is still current: of two concurrent rotations, one fails. */
    async rotate(
      keyId: number,
      secret: NewSecret,
      {
        current,
        worksUntil,
        expiresAt,
        at,
      }: { current: string; worksUntil: number; expiresAt: number; at: number },
    ): Promise<Rotated> {
      return inTransaction(db, async (transaction): Promise<Rotated> => {
        // Locks the key's row first, so that ending and rotating it wait for each other.
        const rotated = updateLive(transaction, keyId)
          .set({ expires_at: expiresAt, held_since: null })
          .where((build) =>
            build.exists(
              build
                .selectFrom("program_secret")
                .select("mark")
                .where("program_secret.key_id", "=", keyId)
                .where("mark", "=", current)
                .where("works_until", "is", null),
            ),
          );
        if (!(await didChange(rotated))) {
          const key = transaction.selectFrom("program_key").where("key_id", "=", keyId);
          const endedAt = await valueOf(key, "ended_at");
          return endedAt === null ? "changed" : "ended";
        }
        const before = transaction
          .updateTable("program_secret")
          .set({ works_until: worksUntil })
          .where("key_id", "=", keyId)
          .where("mark", "=", current)
          .where("works_until", "is", null);
        if (!(await didChange(before))) throw new RotatedMeanwhile();
        await transaction
          .insertInto("program_secret")
          .values(secretRow(keyId, secret, at))
          .execute();
        return "done";
      }).catch((error: unknown): Rotated => {
        if (error instanceof RotatedMeanwhile) return "changed";
        throw error;
      });
    },
    /** Lets a held key work again; false when it was not held, or does not exist. */
    confirm: (keyId: number) =>
      didChange(updateLive(db, keyId).set({ held_since: null }).where("held_since", "is not", null)),
    /** False when it had ended or does not exist. */
    end: (keyId: number, at: number, by: string) =>
      didChange(updateLive(db, keyId).set({ ended_at: at, ended_by: by })),
    /** Ends a secret that was rotated out; false when none such is active. */
    endSecret(keyId: number, mark: string, at: number): Promise<boolean> {
      const rotatedOut = db.updateTable("program_secret").where("works_until", ">", at);
      return didChange(
        rotatedOut.set({ works_until: at }).where("key_id", "=", keyId).where("mark", "=", mark),
      );
    },
    /** Records a use. Call it about once a minute, not on every request. */
    async touch(hash: string, keyId: number, { at, from }: { at: number; from: string }): Promise<void> {
      const use = db
        .updateTable("program_secret")
        .set({ last_used_at: at })
        .where("secret_hash", "=", hash)
        .where((build) => build.or([build("last_used_at", "is", null), build("last_used_at", "<", at)]));
      if (await didChange(use))
        await db
          .updateTable("program_key")
          .set({ last_used_from: from })
          .where("key_id", "=", keyId)
          .execute();
    },
  };
}
