import { givenKeys } from "#room/server/vault/open-vault.ts";
import { rotateKey, turnOff } from "#room/server/vault/change-key.ts";
import { cleanDisk, emptyJournal } from "#room/server/vault/clean-disk.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { noteChange } from "./terminal/note-change.ts";
import { runTool, textTable } from "./terminal/run-tool.ts";
import { WrongUse } from "./terminal/wrong-use.ts";

const usage = `npm run data-key -- list    lists the keys content is encrypted with, and which is in use
npm run data-key -- rotate  makes a new data key and re-encrypts everything with it, while the server runs; also encrypts
                            what was not encrypted, and continues where it was stopped
npm run data-key -- off     decrypts everything, while the server runs
npm run data-key -- clean   rewrites the database without remains of old content on the disk; charges have to wait, so
                            run it outside working hours

DATA_KEY or DATA_KEY_FILE has the key. To change it, put the new one before the old one, restart the servers (not needed
with DATA_KEY_FILE), run rotate, and then remove the old one.`;

const words = { current: "in use", leaving: "being replaced", gone: "replaced" } as const;

async function list({ db }: Store): Promise<void> {
  const rows = await db.selectFrom("data_key").selectAll().orderBy("key_id").execute();
  if (rows.length === 0) console.log("Nothing is encrypted: no key was ever given.");
  else
    console.log(
      textTable([
        ["Key", "State", "Made", "Given key"],
        ...rows.map((row) => [
          row.key_id === 0 ? "not encrypted" : String(row.key_id),
          words[row.state],
          new Date(row.made_at).toISOString().slice(0, 10),
          row.given_id,
        ]),
      ]),
    );
}

async function work(store: Store, settings: Settings): Promise<void> {
  const [word, ...more] = process.argv.slice(2);
  if (word === undefined || more.length > 0) throw new WrongUse(usage);
  const report = (what: string, rows: number) =>
    console.log(`${what}: ${rows.toLocaleString("en-US")} moved`);
  const change = { store, given: givenKeys(settings), report };
  if (word === "list") await list(store);
  else if (word === "rotate") {
    const { isResumed } = await rotateKey(change);
    await noteChange(store, "changed data key", isResumed ? "finished" : "rotated");
    emptyJournal(settings.databaseUrl);
    console.log(
      "Everything is encrypted with the key in use. Old content may remain in free parts of the disk: “npm run data-key -- clean” overwrites it.",
    );
  } else if (word === "off") {
    await turnOff(change);
    await noteChange(store, "changed data key", "off");
    console.log("Nothing is encrypted now. You can remove DATA_KEY at the next start.");
  } else if (word === "clean") {
    await cleanDisk(store, settings.databaseUrl);
    console.log("The database was rewritten.");
  } else throw new WrongUse(usage);
}

await runTool(usage, work);
