import { statfs } from "node:fs/promises";
import { mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { readTls } from "#room/server/http/tls.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { checkKeysOf, masterKeys } from "#room/server/vault/open-vault.ts";
import { makeFolder } from "#room/server/store/open-sqlite.ts";
import { checkCertificate } from "./machine-checks.ts";
import { bytesText, type Checked } from "./health-words.ts";
import { checkDataKey } from "./work-checks.ts";

/** Why nothing can be written in a folder, as the end of a sentence; undefined if it can. Makes a missing one. */
export function folderFault(folder: string): string | undefined {
  try {
    makeFolder(folder);
    // An own name: several processes may look at once. What access() says is not true of every disk.
    rmdirSync(mkdtempSync(join(folder, ".console-")));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `the folder ${folder}, in which nothing can be written: ${reason}`;
  }
}

/** What would stop the next start, in the words it would say. */
async function faultOfStart(check: () => unknown): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    return `${error.message} The server still runs, but would not start again.`;
  }
}

/** Reads DATA_KEY_FILE again: a wrong or lost one must not first show at the next start. */
export async function checkKeyFile(parts: ServerParts): Promise<Checked> {
  const { store, settings } = parts;
  const check = await checkDataKey(parts);
  const act = await faultOfStart(() => checkKeysOf(store.db, masterKeys(settings)));
  return act === undefined ? check : { ...check, act };
}

/** Reads TLS_CERT and TLS_KEY again. */
export async function checkCertificateFiles(
  parts: Pick<ServerParts, "settings" | "now">,
): Promise<Checked | undefined> {
  if (parts.settings.tlsCert === undefined) return undefined;
  const act = await faultOfStart(() => readTls(parts.settings));
  return act === undefined ? checkCertificate(parts) : { value: "cannot be used", act };
}

const minFreeBytes = 1024 ** 3;

/** Whether the next automatic backup can be written. */
export async function checkBackupFolder({ settings }: ServerParts): Promise<Checked | undefined> {
  const { backupFolder: folder } = settings;
  if (folder === undefined) return undefined;
  const fault = folderFault(folder);
  if (fault !== undefined)
    return { value: "cannot be used", act: `No backup can be written: BACKUP_FOLDER names ${fault}.` };
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const short = { act: "Free up space: the next backup may not fit." };
  return { value: `${bytesText(free)} free`, ...(free < minFreeBytes ? short : {}) };
}
