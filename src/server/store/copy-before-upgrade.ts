import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeBackup, removeBackup, removeUnfinished } from "#room/server/backup/backup.ts";
import { makeFolder, sqlitePathOf } from "./open-sqlite.ts";

const ours = /^before-upgrade-\d{8}T\d{9}Z-(\d+)\.backup$/;

/**
 * Copies a store before its tables are brought up to date, and reads the copy back: into the folder of backups, or else
 * beside SQLite's file. Only the newest copy is kept. Throws if none can be made: then nothing is changed.
 */
export async function copyBeforeUpgrade({
  databaseUrl,
  folder: given,
  say,
}: {
  readonly databaseUrl: string;
  readonly folder: string | undefined;
  readonly say: (sentence: string) => void;
}): Promise<void> {
  const beside = databaseUrl.startsWith("file:") ? dirname(sqlitePathOf(databaseUrl)) : undefined;
  const folder = given ?? beside;
  if (folder === undefined) {
    say("The database is upgraded without a copy of it: set BACKUP_FOLDER to have one made.");
    return;
  }
  makeFolder(folder);
  removeUnfinished(folder, ours);
  const at = new Date().toISOString().replaceAll(/[-:.]/g, "");
  const name = `before-upgrade-${at}-${process.pid}.backup`;
  await makeBackup(databaseUrl, join(folder, name));
  for (const each of readdirSync(folder))
    if (ours.test(each) && each !== name) removeBackup(join(folder, each));
  say(`The database is upgraded. A copy from before is ${join(folder, name)}; restore it to go back.`);
}
