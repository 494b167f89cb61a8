import { type Kysely, sql, type Transaction } from "kysely";
import { base64Size } from "#room/contract/primitives/base64.ts";
import { draftFileBytes, mostDrafts } from "#room/contract/operations/drafts.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { KeyedEngine } from "./engine.ts";
import { countOf, valueOf } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** A draft as stored; without content it was sent or discarded. */
export interface DraftRecord {
  readonly draftId: string;
  readonly version: number;
  readonly editorId: string;
  readonly updatedAt: number;
  /** JSON. */
  readonly content: string | undefined;
}

export interface DraftChange {
  readonly draftId: string;
  /** The version it is based on; 0: it is new. */
  readonly version: number;
  readonly editorId: string;
  readonly now: number;
  /** JSON; undefined discards it. */
  readonly content: string | undefined;
  /** All its files. */
  readonly files: readonly string[];
  /** In base64, those that are not stored yet. */
  readonly newFiles: ReadonlyMap<string, string>;
}

export type DraftOutcome =
  | { readonly saved: number }
  | { readonly stale: DraftRecord | undefined }
  | { readonly refused: "too many drafts" | "a file is missing" | "files too large" };

/** Characters of base64 in a row: of whole bytes. */
const pieceLength = 1024 * 1024;
/** Drafts of an answer, and characters of their contents but for a single one's. */
const atOnce = { drafts: 200, length: 2 * 1024 * 1024 };

type DraftRow = Tables["draft"];

async function recordOf(vault: Vault, row: DraftRow): Promise<DraftRecord> {
  const content = await vault.text(associatedData.draft(row.user_id, row.draft_id), row.content);
  return {
    draftId: row.draft_id,
    version: row.version,
    editorId: row.editor_id,
    updatedAt: row.updated_at,
    content: content ?? undefined,
  };
}

/** Changes of one person's drafts follow each other: the row stays locked until the transaction ends. */
async function nextChange(db: Transaction<Tables>, userId: number): Promise<number> {
  const { changes } = await db
    .insertInto("draft_box")
    .values({ user_id: userId, changes: 1 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((build) => ({ changes: build("draft_box.changes", "+", 1) })),
    )
    .returning("changes")
    .executeTakeFirstOrThrow();
  return changes;
}

const ofDraft = (db: Kysely<Tables>, userId: number, draftId: string) =>
  db.selectFrom("draft").where("user_id", "=", userId).where("draft_id", "=", draftId);

const removeFiles = (db: Kysely<Tables>, userId: number, draftId: string) =>
  db.deleteFrom("draft_file").where("user_id", "=", userId).where("draft_id", "=", draftId);

/** A draft that was sent is no draft anymore. */
export async function endDraft(
  db: Transaction<Tables>,
  { userId, draftId, now }: { readonly userId: number; readonly draftId: string; readonly now: number },
): Promise<void> {
  const change_number = await nextChange(db, userId);
  await db
    .updateTable("draft")
    .set((build) => ({
      content: null,
      // By no editor: who saved it last may not be who sent it.
      editor_id: "",
      updated_at: now,
      change_number,
      version: build("version", "+", 1),
    }))
    .where("user_id", "=", userId)
    .where("draft_id", "=", draftId)
    .where("content", "is not", null)
    .execute();
  await removeFiles(db, userId, draftId).execute();
}

async function bytesOf(db: Kysely<Tables>, userId: number) {
  const rows = await db
    .selectFrom("draft_file")
    .select(["draft_id", "file_id"])
    .select((build) => build.fn.sum<number>("size").as("bytes"))
    .where("user_id", "=", userId)
    .groupBy(["draft_id", "file_id"])
    .execute();
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: Number(bytes) }));
}

async function faultOf(
  db: Transaction<Tables>,
  userId: number,
  { draftId, files, newFiles }: DraftChange,
  isNew: boolean,
): Promise<Extract<DraftOutcome, { refused: string }>["refused"] | undefined> {
  const written = db.selectFrom("draft").where("user_id", "=", userId).where("content", "is not", null);
  if (isNew && (await countOf(written)) >= mostDrafts) return "too many drafts";
  if (files.length === 0) return undefined;
  const stored = await bytesOf(db, userId);
  const own = new Map(
    stored.filter((file) => file.draft_id === draftId).map(({ file_id, bytes }) => [file_id, bytes]),
  );
  for (const [fileId, text] of newFiles) own.set(fileId, base64Size(text));
  if (files.some((fileId) => !own.has(fileId))) return "a file is missing";
  const bytes = files.reduce((sum, fileId) => sum + (own.get(fileId) ?? 0), 0);
  const others = stored
    .filter((file) => file.draft_id !== draftId)
    .reduce((sum, file) => sum + file.bytes, 0);
  return bytes > draftFileBytes.draft || bytes + others > draftFileBytes.person
    ? "files too large"
    : undefined;
}

export function createDrafts({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  return {
    /** Changed after that number, those changed first first; `changeNumber` is that of the last of them. */
    async changesSince(userId: number, since: number) {
      const box = db.selectFrom("draft_box").where("user_id", "=", userId);
      const last = (await valueOf(box, "changes")) ?? 0;
      if (since === last) return { drafts: [], changeNumber: last, isMore: false };
      const changed = db
        .selectFrom("draft")
        .where("user_id", "=", userId)
        // A number that this store never gave: it was restored, and everything is told again.
        .where("change_number", ">", since > last ? 0 : since)
        .orderBy("change_number");
      const sizes = await changed
        .select("change_number")
        .select(sql<number>`coalesce(length(content), 0)`.as("length"))
        .where("change_number", "<=", last)
        .limit(atOnce.drafts + 1)
        .execute();
      let length = 0;
      const page = sizes.slice(0, atOnce.drafts).filter((row, at) => {
        length += Number(row.length);
        return at === 0 || length <= atOnce.length;
      });
      const isMore = page.length < sizes.length;
      const changeNumber = isMore ? (page.at(-1)?.change_number ?? last) : last;
      const rows = await changed.selectAll().where("change_number", "<=", changeNumber).execute();
      return { drafts: await Promise.all(rows.map((row) => recordOf(vault, row))), changeNumber, isMore };
    },
    async save(userId: number, change: DraftChange): Promise<DraftOutcome> {
      const seal = await vault.sealer();
      const { draftId, version, editorId, now, content, files, newFiles } = change;
      return db.transaction().execute(async (transaction): Promise<DraftOutcome> => {
        const change_number = await nextChange(transaction, userId);
        const row = await ofDraft(transaction, userId, draftId).selectAll().executeTakeFirst();
        if ((row?.version ?? 0) !== version) return { stale: row && (await recordOf(vault, row)) };
        const values = {
          version: version + 1,
          change_number,
          editor_id: editorId,
          updated_at: now,
          content: seal.text(associatedData.draft(userId, draftId), content ?? null),
        };
        const fault =
          content === undefined
            ? undefined
            : await faultOf(transaction, userId, change, (row?.content ?? null) === null);
        if (fault) return { refused: fault };
        await transaction
          .insertInto("draft")
          .values({ user_id: userId, draft_id: draftId, ...values })
          .onConflict((conflict) => conflict.columns(["user_id", "draft_id"]).doUpdateSet(values))
          .execute();
        const kept = content === undefined ? [] : files;
        const gone = removeFiles(transaction, userId, draftId);
        await (kept.length === 0 ? gone : gone.where("file_id", "not in", kept)).execute();
        for (const [file_id, text] of newFiles) {
          if (!kept.includes(file_id)) continue;
          await gone.where("file_id", "=", file_id).execute();
          for (let piece = 0; piece * pieceLength < text.length; piece += 1) {
            const part = text.slice(piece * pieceLength, (piece + 1) * pieceLength);
            const place = associatedData.draftFile({ userId, draftId, fileId: file_id, piece });
            await transaction
              .insertInto("draft_file")
              .values({
                user_id: userId,
                draft_id: draftId,
                file_id,
                piece,
                size: base64Size(part),
                content: seal.text(place, part),
              })
              .execute();
          }
        }
        return { saved: version + 1 };
      });
    },
    /** A file in base64; undefined if that person has no draft with it. */
    async file(userId: number, draftId: string, fileId: string): Promise<string | undefined> {
      const rows = await db
        .selectFrom("draft_file")
        .select(["piece", "content"])
        .where("user_id", "=", userId)
        .where("draft_id", "=", draftId)
        .where("file_id", "=", fileId)
        .orderBy("piece")
        .execute();
      if (rows.length === 0) return undefined;
      const parts = rows.map(({ piece, content }) =>
        vault.text(associatedData.draftFile({ userId, draftId, fileId, piece }), content),
      );
      return (await Promise.all(parts)).join("");
    },
  };
}
