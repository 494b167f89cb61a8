import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "#room/server/settings.ts";
import { makeFolder } from "#room/server/store/open-sqlite.ts";
import { noteOutcome } from "./last-failure.ts";

const ours = /^console-\d{8}T\d{6}Z\.backup$/;
const longestReason = 300;
const hourMs = 3_600_000;
const againMs = hourMs / 4;
/** The longest that a timer can wait is 24 days; a look now and then also follows a clock that was set. */
const lookMs = 60_000;

/** The backups in the folder that the server made by itself, oldest first. */
export function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ours.test(name))
      .toSorted();
  } catch {
    return [];
  }
}

/** The name of a backup of that instant: names sort by time. */
export function backupName(at: Date): string {
  return `console-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.backup`;
}

/** Removes the oldest beyond those that are kept. Others' files are left alone. */
export function removeOldBackups(folder: string, keep: number): void {
  for (const name of backupsIn(folder).slice(0, -keep)) rmSync(join(folder, name), { force: true });
}

/** Another process, so that nobody waits while SQLite copies. */
async function backUpBy(tool: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [tool, file], { stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-2000);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(complaint.trim() || `the tool ended with ${String(code)}`);
}

/** Backs up every BACKUP_HOURS into BACKUP_FOLDER, if that is set. `tool` is the built command. Gives the way to stop. */
export function backUpRegularly(parts: {
  settings: Pick<Settings, "backupFolder" | "backupHours" | "backupKeep">;
  tool: string;
  log: Pick<FastifyBaseLogger, "error" | "info">;
}): () => void {
  const { settings, tool, log } = parts;
  const { backupFolder: folder } = settings;
  if (folder === undefined) return () => {};
  let isRunning = false;
  let notBefore = 0;
  const look = async () => {
    if (isRunning || Date.now() < notBefore) return;
    isRunning = true;
    try {
      makeFolder(folder);
      const newest = backupsIn(folder).at(-1);
      const age = newest === undefined ? Infinity : Date.now() - statSync(join(folder, newest)).mtimeMs;
      if (age < settings.backupHours * hourMs) return;
      const file = join(folder, backupName(new Date()));
      await backUpBy(tool, file);
      removeOldBackups(folder, settings.backupKeep);
      noteOutcome(folder, undefined);
      log.info(`backed up to ${file}`);
    } catch (error) {
      const at = Date.now();
      notBefore = at + againMs;
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason);
      noteOutcome(folder, { at, reason });
      // Of files and programs, and nothing that is in them.
      log.error({ reason }, "the backup failed, and is tried again in a quarter of an hour");
    } finally {
      isRunning = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
