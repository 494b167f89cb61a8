import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { repeat } from "#room/server/repeat.ts";
import type { Settings } from "#room/server/settings.ts";
import type { RunAlone } from "#room/server/store/leader.ts";
import { makeFolder } from "#room/server/store/open-sqlite.ts";
import { removeBackup, removeUnfinished } from "./backup.ts";
import { noteOutcome } from "./last-failure.ts";
import { runProgram } from "./run-program.ts";

const ours = /^console-\d{8}T\d{6}Z\.backup$/;
const longestReason = 300;
const hourMs = 3_600_000;
const againMs = hourMs / 4;
/** A timer can wait 24 days at most; checking every minute also handles clock changes. */
const lookMs = 60_000;

export function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ours.test(name))
      .toSorted();
  } catch {
    return [];
  }
}

/** The file name of a backup at that instant; names sort by time. */
export function backupName(at: Date): string {
  return `console-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.backup`;
}

/** Deletes the oldest beyond `keep`. Other files are left alone. */
export function removeOldBackups(folder: string, keep: number): void {
  for (const name of backupsIn(folder).slice(0, -keep)) removeBackup(join(folder, name));
}

/** One of the future was made before the clock was set back: it must not hold up the next. */
function ageOfNewest(folder: string, now: number): number {
  const ages = backupsIn(folder).map((name) => now - statSync(join(folder, name)).mtimeMs);
  return Math.min(...ages.filter((age) => age > -lookMs));
}

/** In a separate process, so that nobody waits while SQLite copies. */
export async function backUpBy(tool: string, file: string): Promise<void> {
  const { code, complaint } = await runProgram(process.execPath, [tool, file]);
  if (code !== 0) throw new Error(complaint || `the tool ended with ${String(code)}`);
}

/**
 * Backs up every BACKUP_HOURS into BACKUP_FOLDER, if set. `tool` is the built command. Returns a function that stops
 * it.
 */
export function backUpRegularly(parts: {
  settings: Pick<Settings, "backupFolder" | "backupHours" | "backupKeep">;
  tool: string;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  runAlone: RunAlone;
}): () => Promise<void> {
  const { settings, tool, log, runAlone } = parts;
  const { backupFolder: folder } = settings;
  if (folder === undefined) return async () => {};
  async function backUpIfDue(folder: string): Promise<void> {
    makeFolder(folder);
    if (ageOfNewest(folder, Date.now()) < settings.backupHours * hourMs) return;
    removeUnfinished(folder, ours);
    const file = join(folder, backupName(new Date()));
    await backUpBy(tool, file);
    removeOldBackups(folder, settings.backupKeep);
    noteOutcome(folder, undefined);
    log.info(`backed up to ${file}`);
  }
  return repeat({
    work: () => runAlone("backup", () => backUpIfDue(folder)),
    pauseMs: (hasFailed) => (hasFailed ? againMs : lookMs),
    onFailure(error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason);
      noteOutcome(folder, { at: Date.now(), reason });
      // Mentions files and programs, but not their content.
      log.error({ reason }, "the backup failed; this is retried in 15 minutes");
    },
  });
}
