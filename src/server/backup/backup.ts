import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { BackupFault } from "./backup-fault.ts";

/** Each with its own driver, of which a server needs one. */
function engineOf(databaseUrl: string) {
  if (databaseUrl === ":memory:")
    throw new BackupFault(
      "DATABASE_URL is :memory:, which keeps nothing. Set it to a file or to PostgreSQL.",
    );
  return /^postgres(ql)?:\/\//i.test(databaseUrl)
    ? import("./postgres-backup.ts")
    : import("./sqlite-backup.ts");
}

function makeDurable(file: string): void {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Writes a consistent snapshot of the store to a new file, verifies it, and only then gives it its name: a file of that
 * name is a complete backup. The server may keep running. Returns its size in bytes.
 */
export async function makeBackup(databaseUrl: string, file: string): Promise<number> {
  if (existsSync(file)) throw new BackupFault(`${file} is there already. Nothing was written over it.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    // It contains patient data: created first, readable only by its owner.
    closeSync(openSync(part, "wx", 0o600));
    const engine = await engineOf(databaseUrl);
    await engine.backUp(databaseUrl, part);
    await engine.check(part);
    makeDurable(part);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw asFault(error, `${file} was not written`);
  }
  return statSync(file).size;
}

/** Restores a backup to where the settings say the store is. Never overwrites existing data. */
export async function restoreBackup(databaseUrl: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new BackupFault(`There is no file ${file}.`);
  const engine = await engineOf(databaseUrl);
  try {
    await engine.check(file);
  } catch (error) {
    throw asFault(error, `${file} is not a whole backup of this kind of database`);
  }
  await engine.restore(databaseUrl, file);
}

function asFault(error: unknown, what: string): BackupFault {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupFault(`${what}: ${reason}`, { cause: error });
}
