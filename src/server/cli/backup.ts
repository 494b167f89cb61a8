import { resolve } from "node:path";
import { makeBackup, restoreBackup } from "#room/server/backup/backup.ts";
import { BackupFault } from "#room/server/backup/backup-fault.ts";
import type { Settings } from "#room/server/settings.ts";
import { noteChange, readWords, runCommand, WrongUse } from "./terminal/run-tool.ts";
import { openStore, type Store } from "#room/server/store/store.ts";

const usage = `npm run backup -- FILE            while the server runs: backs up the database to FILE, and verifies it
npm run backup -- --restore FILE  with the server stopped: restores it to DATABASE_URL, which must be empty

FILE.sha256 beside it tells whether FILE is still as it was made: keep the two together.
FILE contains everything in the database, with unencrypted patient data unless DATA_KEY is set: keep it where only you
can read it, preferably on another disk. With BACKUP_FOLDER the server makes backups automatically.`;

/** The data is back even if the key is missing or wrong: said plainly, or the next attempt finds it in the way. */
async function openRestored(file: string, settings: Settings): Promise<Store> {
  try {
    return await openStore(settings.databaseUrl, settings);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(
      / Nothing was changed\.$/,
      "",
    );
    throw new BackupFault(
      `${file} is restored to DATABASE_URL, but can’t be opened with these settings, so the audit log doesn’t mention the restore yet. ` +
        `Start the server with the settings of the backup, including its DATA_KEY. The reason: ${reason}`,
      { cause: error },
    );
  }
}

async function noteBackup(store: Store, subject: string): Promise<void> {
  await noteChange(store, "backed up", subject).finally(() => store.close());
}

async function run(settings: Settings): Promise<void> {
  const { values, positionals } = readWords(usage, { restore: { type: "boolean", default: false } });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new WrongUse(usage);
  const file = resolve(name);
  if (values.restore) {
    const isProven = await restoreBackup(settings.databaseUrl, file);
    await noteBackup(await openRestored(file, settings), "restored");
    const proof = isProven
      ? `Its SHA-256 is the one in ${name}.sha256.`
      : `There is no ${name}.sha256 beside it, so nobody can tell whether it is as it was made.`;
    console.log(`Restored ${file}. ${proof} Start the server.

What was ended after the backup was made would work again, so:
- Everyone is signed out, and one-time links no longer work.
- API keys wait until an administrator confirms each under API keys (or: npm run keys -- confirm NAME).
- People, passwords, second factors and recovery codes are as they were. Look through People: who was disabled since can sign in.`);
    return;
  }
  const bytes = await makeBackup(settings.databaseUrl, file);
  await noteBackup(await openStore(settings.databaseUrl, settings), `${bytes} bytes`);
  console.log(`Backed up to ${file} (${bytes.toLocaleString("en-US")} bytes), and verified.`);
}

await runCommand(usage, (settings) =>
  run(settings).catch((error: unknown) => {
    throw error instanceof BackupFault ? new WrongUse(error.message) : error;
  }),
);
