import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
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

/** Beside the backup, as `sha256sum -c` reads it: neither engine's own check notices changed text. */
const digestFile = (file: string) => `${file}.sha256`;

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

export function removeBackup(file: string): void {
  for (const each of [file, digestFile(file)]) rmSync(each, { force: true });
}

/** A copy or backup under way is written to all the time. */
const unfinishedMs = 10 * 60_000;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * What was killed while it wrote a backup of such a name, as large as the store: at once where the name's first group is
 * a process of this machine that has ended.
 */
export function removeUnfinished(folder: string, named: RegExp): void {
  for (const each of readdirSync(folder)) {
    const name = each.replace(/\.part(?:-journal)?$/, "");
    const found = name === each ? null : named.exec(name);
    if (!found) continue;
    const file = join(folder, each);
    // Another process may remove it first.
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const pid = Number(found[1] ?? process.ppid);
    if (pid === process.pid || !isRunning(pid) || Date.now() - written > unfinishedMs)
      rmSync(file, { force: true });
  }
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
    writeFileSync(digestFile(file), `${await digestOf(part)}  ${basename(file)}\n`, { mode: 0o600 });
    makeDurable(digestFile(file));
    renameSync(part, file);
  } catch (error) {
    for (const each of [part, digestFile(file)]) rmSync(each, { force: true });
    throw asFault(error, `${file} was not written`);
  }
  return statSync(file).size;
}

/** False if nothing says what its digest was: it was made by an older version, or came without the file beside it. */
async function checkDigest(file: string): Promise<boolean> {
  const known = digestFile(file);
  if (!existsSync(known)) return false;
  const [expected = ""] = readFileSync(known, "utf8").split(/\s/);
  if (expected.toLowerCase() !== (await digestOf(file)))
    throw new BackupFault(
      `${file} is not as it was made: its SHA-256 is not the one in ${known}. Nothing was restored. Use another copy of it, or another backup.`,
    );
  return true;
}

/**
 * Restores a backup to where the settings say the store is. Never overwrites existing data. Returns whether its digest
 * was there to be checked.
 */
export async function restoreBackup(databaseUrl: string, file: string): Promise<boolean> {
  if (!existsSync(file)) throw new BackupFault(`There is no file ${file}.`);
  const engine = await engineOf(databaseUrl);
  const isProven = await checkDigest(file);
  try {
    await engine.check(file);
  } catch (error) {
    throw asFault(error, `${file} is not a whole backup of this kind of database`);
  }
  await engine.restore(databaseUrl, file);
  return isProven;
}

function asFault(error: unknown, what: string): BackupFault {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupFault(`${what}: ${reason}`, { cause: error });
}
