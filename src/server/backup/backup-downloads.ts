import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Settings } from "#room/server/settings.ts";
import { makeFolder, sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { BackupFault } from "./backup-fault.ts";
import { backupName, backUpBy } from "./backup-schedule.ts";
import { makeBackup, removeBackup } from "./backup.ts";

/** A multiple of three, so that no part but the last is padded. */
const partBytes = 3 * 1024 ** 2;
const keptMs = 30 * 60_000;
const ours = /^download-[\w-]+\.backup(?:\.part|\.sha256)?$/;

interface Download {
  readonly owner: string;
  readonly file: string;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

/** The backup that an administrator downloads from the page: one at a time, as a file that is soon deleted. */
export class BackupDownloads {
  readonly #settings: Settings;
  readonly #tool: string;
  readonly #downloads = new Map<string, Download>();

  /** `tool`: the built command, which keeps the copying out of this process; absent in development. */
  constructor(settings: Settings, tool: string) {
    this.#settings = settings;
    this.#tool = tool;
  }

  /** Patient data may be in it: where backups are kept, or else beside the database. */
  #folder(): string {
    const { backupFolder, databaseUrl } = this.#settings;
    if (backupFolder !== undefined) {
      makeFolder(backupFolder);
      return backupFolder;
    }
    return databaseUrl.startsWith("file:") ? dirname(sqlitePathOf(databaseUrl)) : tmpdir();
  }

  async make(owner: string, now: Date): Promise<{ backupId: string; fileName: string; bytes: number }> {
    this.close();
    const folder = this.#folder();
    // Of a process that was killed.
    for (const name of readdirSync(folder)) if (ours.test(name)) rmSync(join(folder, name), { force: true });
    const backupId = randomBytes(24).toString("base64url");
    const file = join(folder, `download-${randomBytes(9).toString("base64url")}.backup`);
    if (this.#settings.databaseUrl === ":memory:")
      throw new BackupFault("This server keeps nothing: there is nothing to back up.");
    if (existsSync(this.#tool)) await backUpBy(this.#tool, file);
    else await makeBackup(this.#settings.databaseUrl, file);
    const handle = await open(file);
    const { size: bytes } = await handle.stat().finally(() => handle.close());
    const timer = setTimeout(() => this.#forget(backupId), keptMs);
    timer.unref();
    this.#downloads.set(backupId, { owner, file, bytes, timer });
    return { backupId, fileName: backupName(now), bytes };
  }

  /** The next part; undefined if there is no such backup of that session. */
  async read(backupId: string, owner: string, from: number) {
    const download = this.#downloads.get(backupId);
    if (download?.owner !== owner || from >= download.bytes) return undefined;
    const handle = await open(download.file);
    const { buffer, bytesRead } = await handle
      .read({ buffer: Buffer.alloc(Math.min(partBytes, download.bytes - from)), position: from })
      .finally(() => handle.close());
    const next = from + bytesRead;
    const isLast = next >= download.bytes;
    if (isLast) this.#forget(backupId);
    return { content: buffer.toString("base64"), ...(isLast ? {} : { next }) };
  }

  #forget(backupId: string): void {
    const download = this.#downloads.get(backupId);
    if (!download) return;
    this.#downloads.delete(backupId);
    clearTimeout(download.timer);
    removeBackup(download.file);
  }

  close(): void {
    for (const backupId of this.#downloads.keys()) this.#forget(backupId);
  }
}
