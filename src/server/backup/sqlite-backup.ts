import { chmodSync, copyFileSync, constants, existsSync, renameSync } from "node:fs";
import Database from "libsql";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { BackupFault } from "./backup-fault.ts";
import { markRestored } from "#room/server/store/settle-restore.ts";

function withDatabase<T>(path: string, work: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** VACUUM INTO: one read transaction, alongside writers. */
export async function backUp(databaseUrl: string, file: string): Promise<void> {
  const path = sqlitePathOf(databaseUrl);
  if (!existsSync(path)) throw new BackupFault(`There is no database at ${path}.`);
  withDatabase(path, (database) => {
    database.exec("pragma busy_timeout = 10000");
    database.prepare("vacuum into ?").run(file);
  });
}

/** The value of a single-column row. libsql's own `pluck` returns the row anyway. */
function only(row: unknown): unknown {
  return typeof row === "object" && row !== null ? Object.values(row)[0] : undefined;
}

/** Reads every page, and checks the trail against its head, which is written last. */
export async function check(file: string): Promise<void> {
  withDatabase(file, (database) => {
    const verdict = only(database.prepare("pragma integrity_check").get());
    if (verdict !== "ok") throw new BackupFault(`It is damaged: ${String(verdict)}`);
    const cut = only(
      database
        .prepare("select (select entries from audit_head) - (select coalesce(max(seq), 0) from audit_entry)")
        .get(),
    );
    if (cut !== 0) throw new BackupFault(`The audit log ends ${String(cut)} entries early.`);
  });
}

export async function restore(databaseUrl: string, file: string): Promise<void> {
  const path = sqlitePathOf(databaseUrl);
  const there = [path, `${path}-wal`, `${path}-shm`].find((each) => existsSync(each));
  if (there !== undefined)
    throw new BackupFault(
      `${there} is there already, and is never written over. Stop the server and move it away, with its -wal and -shm.`,
    );
  const part = `${path}.part`;
  copyFileSync(file, part, constants.COPYFILE_FICLONE);
  chmodSync(part, 0o600);
  withDatabase(part, (database) => {
    for (const statement of markRestored(Date.now())) database.exec(statement);
  });
  renameSync(part, path);
}
