import type { Kysely } from "kysely";
import type { CodeUpload, ReadSet } from "./code-set-record.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Tables } from "./tables.ts";

/** Sets waiting for their upload to be complete: about 40 MB for a quarter's files. */
export function createCodeUploads(db: Kysely<Tables>) {
  return {
    /** Stores sets that are not imported yet, replacing those of the same names. */
    keepUploaded: ({ uploadId, by }: CodeUpload, sets: readonly ReadSet[], at: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await forgetOldest(transaction, { uploadId, by });
        for (const { content, ...facts } of sets)
          await transaction
            .insertInto("code_upload")
            .values({
              upload_id: uploadId,
              uploaded_by: by,
              set_name: facts.set.name,
              facts: JSON.stringify(facts),
              content,
              uploaded_at: at,
            })
            .onConflict((conflict) =>
              conflict.columns(["upload_id", "uploaded_by", "set_name"]).doUpdateSet((build) => ({
                facts: build.ref("excluded.facts"),
                content: build.ref("excluded.content"),
                uploaded_at: build.ref("excluded.uploaded_at"),
              })),
            )
            .execute();
      }),
    async uploaded({ uploadId, by }: CodeUpload, since: number): Promise<ReadSet[]> {
      const rows = await db
        .selectFrom("code_upload")
        .select(["facts", "content"])
        .where("upload_id", "=", uploadId)
        .where("uploaded_by", "=", by)
        .where("uploaded_at", ">=", since)
        .orderBy("set_name")
        .execute();
      return rows.map(({ facts, content }) => ({
        // Written above, from the same type.
        ...readJson<Omit<ReadSet, "content">>(facts),
        content,
      }));
    },
    async forgetUploadedBefore(time: number): Promise<void> {
      await db.deleteFrom("code_upload").where("uploaded_at", "<", time).execute();
    },
  };
}

/** How many other uploads of the same user are kept; an upload that nobody finishes is tens of megabytes. */
const maxOthers = 3;

async function forgetOldest(db: Kysely<Tables>, { uploadId, by }: CodeUpload): Promise<void> {
  const others = await db
    .selectFrom("code_upload")
    .select("upload_id")
    .where("uploaded_by", "=", by)
    .where("upload_id", "!=", uploadId)
    .groupBy("upload_id")
    .orderBy((build) => build.fn.max("uploaded_at"), "desc")
    .orderBy("upload_id")
    .execute();
  for (const { upload_id } of others.slice(maxOthers)) await forgetUpload(db, { uploadId: upload_id, by });
}

export async function forgetUpload(db: Kysely<Tables>, { uploadId, by }: CodeUpload): Promise<void> {
  await db
    .deleteFrom("code_upload")
    .where("upload_id", "=", uploadId)
    .where("uploaded_by", "=", by)
    .execute();
}
