import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Store } from "#room/server/store/store.ts";
import {
  hashOfEntry,
  subjectWords,
  isAnchorInTrail,
  keptAnchor,
  looseEntry,
  removal,
  type AuditEntry,
  type AuditHead,
} from "./audit-entry.ts";
import { auditEntries } from "./audit-trail.ts";

/** The beginning of the trail was changed: nothing is removed, so that it can be investigated. */
export class TrailIsBroken extends Error {}

/** How much is written at a time. */
const pieceLength = 256 * 1024;
/** How many rows one statement deletes; other work runs in between. */
const [atOnce, pauseMs] = [2000, 20];

/** A file that appears only once it is complete. */
class ExportFile {
  readonly #folder: string;
  readonly #path: string;
  #file: FileHandle | undefined;
  #piece = "";

  constructor(folder: string, behind: number) {
    this.#folder = folder;
    this.#path = join(folder, `audit-trail-from-${behind + 1}.part`);
  }

  async add({ at, ...entry }: AuditEntry): Promise<void> {
    this.#piece += `${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`;
    if (this.#piece.length >= pieceLength) await this.#write();
  }

  async #write(): Promise<void> {
    if (!this.#file) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#file = await open(this.#path, "w", 0o600);
    }
    await this.#file.appendFile(this.#piece);
    this.#piece = "";
  }

  async finish(name: string): Promise<void> {
    await this.#write();
    await this.#file?.sync();
    await this.#file?.close();
    await rename(this.#path, join(this.#folder, name));
  }

  async drop(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    if (this.#file) await rm(this.#path, { force: true });
  }
}

/** Exports rows from the anchor on while they are old enough. Returns where it stopped. */
async function walkOld(
  { db }: Pick<Store, "db">,
  { anchor, before, file }: { anchor: AuditHead; before: number; file: ExportFile | undefined },
): Promise<AuditHead> {
  let { entries, hash } = anchor;
  for await (const entry of auditEntries(db, 0, anchor.entries)) {
    if (entry.seq !== entries + 1 || hashOfEntry(hash, entry) !== entry.hash)
      throw new TrailIsBroken(`The audit log is broken at entry ${entry.seq}: nothing of it was removed.`);
    if (entry.at >= before) break;
    await file?.add(entry);
    entries += 1;
    ({ hash } = entry);
  }
  return { entries, hash };
}

async function takeAway({ db }: Pick<Store, "db">, { entries }: AuditHead): Promise<void> {
  const passed = db.selectFrom("audit_entry").select(["seq", "subject"]).where("seq", "<=", entries);
  for (;;) {
    const rows = await passed.orderBy("seq").limit(atOnce).execute();
    const last = rows.at(-1);
    if (!last) return;
    const words = new Set(rows.flatMap(({ subject }) => subjectWords(subject)));
    await db
      .deleteFrom("audit_subject")
      .where("subject", "in", [...words, ""])
      .where("seq", "<=", last.seq)
      .execute();
    await db.deleteFrom("audit_entry").where("seq", "<=", last.seq).execute();
    await sleep(pauseMs);
  }
}

/**
 * Removes rows from the beginning up to the first that is not older than an instant. They are verified, exported if a
 * folder is given, and deleted only after the trail records the removal and the anchor, where verification then starts,
 * has moved past them. Returns the count.
 */
export async function removeOldEntries(
  store: Pick<Store, "db" | "kind" | "auditKey">,
  { before, now, folder }: { before: number; now: number; folder?: string | undefined },
): Promise<number> {
  const anchor = await keptAnchor(store);
  if (!(await isAnchorInTrail(store, anchor)))
    throw new TrailIsBroken("The anchor of the audit log was changed: nothing of it was removed.");
  // Left over from an earlier run.
  await takeAway(store, anchor);
  const file = folder === undefined ? undefined : new ExportFile(folder, anchor.entries);
  try {
    const end = await walkOld(store, { anchor, before, file });
    if (end.entries === anchor.entries) return 0;
    await file?.finish(`audit-trail-${anchor.entries + 1}-${end.entries}.ndjson`);
    await store.db.transaction().execute(async (transaction) => {
      const { action, subjectOf } = removal;
      const note = { actor: "setting: TRAIL_KEEP_DAYS", action, subject: subjectOf(end) };
      await appendAudit(store, transaction, [looseEntry(note, now)]);
      // With two processes, the second finds the anchor moved, and the database refuses.
      await transaction.updateTable("audit_anchor").set(end).where("id", "=", 1).execute();
    });
    await takeAway(store, end);
    return end.entries - anchor.entries;
  } catch (error) {
    await file?.drop();
    throw error;
  }
}
