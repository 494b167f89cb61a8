import type { IDBPDatabase } from "idb";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { Schema } from "./body-write.ts";

/** Chromium begins another log when one holds 4 MB. */
const logBytes = 6 * 1024 * 1024;
/** Larger values are kept outside of the log. */
const piece = new Uint8Array(48_000);
const pieces = Math.ceil(logBytes / piece.length);

/** Tries to write a file as large as the log will need. Throws StorageFailure; a browser without such files is not asked. */
export async function findRoom(): Promise<void> {
  // Some browsers grant no files in a private window.
  const folder = await globalThis.navigator?.storage?.getDirectory?.().catch(() => undefined);
  if (!folder || !("createWritable" in FileSystemFileHandle.prototype)) return;
  try {
    const file = await (await folder.getFileHandle("room", { create: true })).createWritable();
    await file.write(new Uint8Array(2 * logBytes));
    await file.close();
  } catch (cause) {
    throw new StorageFailure("full", { cause });
  }
  // Another tab that is trying, too, removes it.
  await folder.removeEntry("room").catch(() => undefined);
}

/**
 * After a full disk, Chromium's log (LevelDB's) goes on behind half a record. The next time it is opened that counts as
 * damage, and all databases of the site are dropped. Filled up at once, it is put away and another begun.
 */
export async function renewLog(db: IDBPDatabase<Schema>): Promise<void> {
  const filling = db.transaction("blobs", "readwrite", { durability: "strict" });
  // Their errors are those of the transaction.
  for (let n = 0; n < pieces; n += 1) filling.store.put(piece, `filler ${n}`).catch(() => undefined);
  await filling.done;
  await db.delete("blobs", IDBKeyRange.bound("filler ", "filler~"));
}
