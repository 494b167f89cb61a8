import type { Selectable } from "kysely";
import type { Engine } from "./engine.ts";
import { foldName } from "./fold-name.ts";
import { isDuplicate } from "./is-duplicate.ts";
import { lookAlikeOf } from "./look-alike.ts";
import { parseNames } from "./keep-users.ts";
import type { FoundKey, KeyRecord, ProgramKeys, Rotated, SecretRecord } from "./program-keys.ts";
import { reusable } from "./reusable-query.ts";
import type { Tables } from "./tables.ts";

type KeyRow = Selectable<Tables["program_key"]>;
type SecretRow = Selectable<Tables["program_secret"]>;

function keyOf(row: KeyRow): Omit<KeyRecord, "secrets"> {
  return {
    keyId: row.key_id,
    name: row.name,
    operations: parseNames(row.operations),
    practices: parseNames(row.practices),
    createdAt: row.key_created_at,
    createdBy: row.created_by ?? undefined,
    expiresAt: row.expires_at,
    endedAt: row.ended_at ?? undefined,
    endedBy: row.ended_by ?? undefined,
    lastUsedFrom: row.last_used_from ?? undefined,
    heldSince: row.held_since ?? undefined,
  };
}

function secretOf(row: SecretRow): SecretRecord {
  return {
    mark: row.mark,
    hint: row.hint,
    createdAt: row.secret_created_at,
    worksUntil: row.works_until ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

const markOf = (hash: string) => hash.slice(0, 12);

function secretRow(keyId: number, { hash, hint }: { hash: string; hint: string }, at: number): SecretRow {
  return {
    secret_hash: hash,
    key_id: keyId,
    mark: markOf(hash),
    hint,
    secret_created_at: at,
    works_until: null,
    last_used_at: null,
  };
}

export function createProgramKeys({ db }: Pick<Engine, "db">): ProgramKeys {
  const withSecret = db
    .selectFrom("program_secret")
    .innerJoin("program_key", "program_key.key_id", "program_secret.key_id")
    .selectAll();
  const findOne = reusable(withSecret.where("program_secret.secret_hash", "=", ""));

  async function withSecrets(rows: readonly KeyRow[]): Promise<KeyRecord[]> {
    if (rows.length === 0) return [];
    const secrets = await db
      .selectFrom("program_secret")
      .selectAll()
      .where(
        "key_id",
        "in",
        rows.map((row) => row.key_id),
      )
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
    async add({ name, operations, practices, expiresAt, by, at }, secret) {
      try {
        const keyId = await db.transaction().execute(async (transaction) => {
          const known = await transaction
            .selectFrom("program_key")
            .select("name")
            .where("ended_at", "is", null)
            .execute();
          if (
            lookAlikeOf(
              name,
              known.map((key) => key.name),
            ) !== undefined
          )
            return undefined;
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
              ended_at: null,
              ended_by: null,
              last_used_from: null,
              held_since: null,
            })
            .returning("key_id")
            .executeTakeFirstOrThrow();
          await transaction
            .insertInto("program_secret")
            .values(secretRow(key_id, secret, at))
            .execute();
          return key_id;
        });
        return keyId === undefined ? undefined : await byId(keyId);
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },
    async findSecret(hash) {
      const { rows } = await findOne(db, [hash]);
      const row = rows[0];
      return row && ({ ...keyOf(row), ...secretOf(row), createdAt: row.key_created_at } satisfies FoundKey);
    },
    async list(maxEnded) {
      const rows = () => db.selectFrom("program_key").selectAll().orderBy("key_id", "desc");
      const standing = await rows().where("ended_at", "is", null).execute();
      const ended = await rows().where("ended_at", "is not", null).limit(maxEnded).execute();
      return withSecrets([...standing, ...ended]);
    },
    async rotate(keyId, secret, { current, worksUntil, expiresAt, at }) {
      return db
        .transaction()
        .execute(async (transaction): Promise<Rotated> => {
          // Locks the key's row first, so that ending and rotating it wait for each other.
          const { numUpdatedRows } = await transaction
            .updateTable("program_key")
            .set({ expires_at: expiresAt, held_since: null })
            .where("key_id", "=", keyId)
            .where("ended_at", "is", null)
            .where((build) =>
              build.exists(
                build
                  .selectFrom("program_secret")
                  .select("mark")
                  .where("program_secret.key_id", "=", keyId)
                  .where("mark", "=", current)
                  .where("works_until", "is", null),
              ),
            )
            .executeTakeFirst();
          if (numUpdatedRows === 0n) {
            const row = await transaction
              .selectFrom("program_key")
              .select("ended_at")
              .where("key_id", "=", keyId)
              .executeTakeFirst();
            return row === undefined ? "not-found" : row.ended_at === null ? "changed" : "ended";
          }
          const before = await transaction
            .updateTable("program_secret")
            .set({ works_until: worksUntil })
            .where("key_id", "=", keyId)
            .where("mark", "=", current)
            .where("works_until", "is", null)
            .executeTakeFirst();
          if (before.numUpdatedRows === 0n) throw new RotatedMeanwhile();
          await transaction
            .insertInto("program_secret")
            .values(secretRow(keyId, secret, at))
            .execute();
          return "done";
        })
        .catch((error: unknown): Rotated => {
          if (error instanceof RotatedMeanwhile) return "changed";
          throw error;
        });
    },
    async confirm(keyId) {
      const { numUpdatedRows } = await db
        .updateTable("program_key")
        .set({ held_since: null })
        .where("key_id", "=", keyId)
        .where("ended_at", "is", null)
        .where("held_since", "is not", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async end(keyId, at, by) {
      const { numUpdatedRows } = await db
        .updateTable("program_key")
        .set({ ended_at: at, ended_by: by })
        .where("key_id", "=", keyId)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async endSecret(keyId, mark, at) {
      const { numUpdatedRows } = await db
        .updateTable("program_secret")
        .set({ works_until: at })
        .where("key_id", "=", keyId)
        .where("mark", "=", mark)
        .where("works_until", ">", at)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async touch(hash, keyId, { at, from }) {
      const { numUpdatedRows } = await db
        .updateTable("program_secret")
        .set({ last_used_at: at })
        .where("secret_hash", "=", hash)
        .where((build) => build.or([build("last_used_at", "is", null), build("last_used_at", "<", at)]))
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await db
          .updateTable("program_key")
          .set({ last_used_from: from })
          .where("key_id", "=", keyId)
          .execute();
    },
  };
}

/** On PostgreSQL a second rotation may read the row before the first one commits. */
class RotatedMeanwhile extends Error {}
