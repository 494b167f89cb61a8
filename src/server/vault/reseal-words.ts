import { type Kysely, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { addWords } from "#room/server/store/visits/visit-words.ts";
import { placeOf } from "./places.ts";
import type { Sealer } from "./sealer.ts";
import { UnreadableRecord } from "./unreadable-record.ts";
import type { Vault } from "./vault.ts";
import { tokensBegin } from "./words-of-key.ts";

interface WordParts {
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly seal: Sealer;
  readonly unreadable: Set<string>;
}

const visitsAtOnce = 200;

/** Rebuilds a visit's search words from its notes and its reasons for closing. */
async function resealWordsOf({ db, vault, seal }: WordParts, visitId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The lock that all writers of notes take, so that none comes between the read and the commit.
    await transaction
      .updateTable("counter")
      .set((build) => ({ value: build.ref("value") }))
      .where("name", "=", "invoice")
      .execute();
    const notes = await transaction
      .selectFrom("visit_note")
      .select(["note_id", "content"])
      .where("visit_id", "=", visitId)
      .execute();
    const closings = await transaction
      .selectFrom("visit_deed")
      .select(["visit_id", "at", "deed", "detail"])
      .where("visit_id", "=", visitId)
      .where("deed", "=", "closed")
      .execute();
    await transaction.deleteFrom("visit_word").where("visit_id", "=", visitId).execute();
    const parts = { db: transaction, seal };
    for (const note of notes)
      await addWords(parts, visitId, await vault.text(placeOf.note(note.note_id), note.content));
    for (const closing of closings)
      await addWords(parts, visitId, (await vault.text(placeOf.actionDetail(closing), closing.detail)) ?? "");
  });
}

export async function resealWords(parts: WordParts): Promise<number> {
  const begin = tokensBegin(parts.seal.keyId);
  const last = `${begin}\u{10FFFF}`;
  const isOurs = sql<boolean>`word >= ${begin} and word < ${last}`;
  const stale = parts.seal.keyId === 0 ? isOurs : sql<boolean>`not (${isOurs})`;
  let moved = 0;
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    const rows = await parts.db
      .selectFrom("visit_word")
      .select("visit_id")
      .distinct()
      .where(stale)
      .limit(visitsAtOnce)
      .execute();
    for (const { visit_id } of rows) {
      try {
        await resealWordsOf(parts, visit_id);
        moved += 1;
        isMoving = true;
      } catch (error) {
        // Its words stay as they are, and so does their key.
        if (!(error instanceof UnreadableRecord)) throw error;
        parts.unreadable.add(error.place);
      }
    }
  }
  return moved;
}
