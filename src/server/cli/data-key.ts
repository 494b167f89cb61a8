import type { MasterKey } from "#room/server/vault/master-key.ts";
import { masterKeys } from "#room/server/vault/open-vault.ts";
import { reEncrypt, rotateKey } from "#room/server/vault/re-encrypt.ts";
import { rewriteFiles } from "#room/server/vault/rewrite-files.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { noteChange, readWords, runTool, textTable, WrongUse } from "./terminal/run-tool.ts";

const usage = `npm run data-key -- list        lists the keys content is encrypted with, and which is in use
npm run data-key -- rotate      begins a new data key for what is written from now on, and wraps all data keys with the
                                first key of DATA_KEY; the server may run
npm run data-key -- re-encrypt  with the server stopped: encrypts everything with a new data key, also what was not
                                encrypted, and rewrites the database so that no older content remains in its files
                                --off decrypts everything instead

DATA_KEY or DATA_KEY_FILE has the key. To change it, put the new one before the old one, restart the servers (not needed
with DATA_KEY_FILE), run rotate, and then remove the old one. re-encrypt needs free disk space of twice the database. If
it is interrupted, nothing is lost: run it again.`;

const words = { current: "in use", leaving: "has older content", gone: "replaced" } as const;

async function list({ db }: Store): Promise<void> {
  const rows = await db.selectFrom("data_key").selectAll().orderBy("key_id").execute();
  if (rows.length === 0) console.log("Nothing is encrypted: no key was ever given.");
  else
    console.log(
      textTable([
        ["Key", "State", "Made", "Master key"],
        ...rows.map((row) => [
          row.key_id === 0 ? "not encrypted" : String(row.key_id),
          words[row.state],
          new Date(row.made_at).toISOString().slice(0, 10),
          row.given_id,
        ]),
      ]),
    );
}

function sentenceOf(unreadable: ReadonlySet<string>): string {
  const some = [...unreadable].slice(0, 20).join("\n  ");
  return `Everything was moved but what cannot be opened, which stays as it is (${unreadable.size} in all):\n  ${some}\nIt was damaged or moved. A backup may have it whole.`;
}

async function reEncryptAll(store: Store, masters: readonly MasterKey[], isOff: boolean): Promise<void> {
  const report = (what: string, rows: number) =>
    console.log(`${what}: ${rows.toLocaleString("en-US")} ${isOff ? "decrypted" : "re-encrypted"}`);
  const unreadable = await reEncrypt(store, { masters, isOff, report });
  await noteChange(store, "changed data key", isOff ? "off" : "re-encrypted");
  await rewriteFiles(store);
  if (unreadable.size > 0) throw new WrongUse(sentenceOf(unreadable));
  console.log(
    isOff
      ? "Nothing is encrypted now. You can remove DATA_KEY and start the server."
      : "Everything is encrypted with the key in use, and no older content remains in the database’s files. Start the server.",
  );
}

async function work(store: Store, settings: Settings): Promise<void> {
  const {
    values: { off: isOff },
    positionals: [word, ...more],
  } = readWords(usage, { off: { type: "boolean", default: false } });
  if (more.length > 0 || (isOff && word !== "re-encrypt")) throw new WrongUse(usage);
  const masters = masterKeys(settings);
  if (word === "list") await list(store);
  else if (word === "rotate") {
    await rotateKey(store.db, masters);
    await noteChange(store, "changed data key", "rotated");
    console.log(
      "What is written from now on is encrypted with a new data key. Keys listed in DATA_KEY after the first are no longer needed.",
    );
  } else if (word === "re-encrypt") await reEncryptAll(store, masters, isOff);
  else throw new WrongUse(usage);
}

await runTool(usage, work, { isAlone: process.argv[2] === "re-encrypt" });
