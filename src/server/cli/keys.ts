import { userInfo } from "node:os";
import { foldName } from "#room/server/store/storable-text.ts";
import { programOperations } from "#room/contract/program-operations.ts";
import { registry } from "#room/contract/registry.ts";
import { keyLimits } from "#room/contract/schemas/program-key.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { newSecret } from "#room/server/keys/keyring.ts";
import { checkedExpiry, checkedKeyRequest, keyNameTaken } from "#room/server/keys/key-request.ts";
import type { KeyRecord } from "#room/server/store/program-key-repository.ts";
import type { Store } from "#room/server/store/store.ts";
import {
  commandOf,
  dateText,
  noteChange,
  readWords,
  runTool,
  textTable,
  WrongUse,
} from "./terminal/run-tool.ts";

const usage = `npm run keys -- add NAME [--operation OPERATION]… [--practice PRACTICE]… [--days DAYS]
                list
                operations
                rotate NAME [--overlap HOURS] [--days DAYS]
                confirm NAME
                end NAME [--old]

API keys for programs, sent as Authorization: Bearer or X-ss-id. A new key may charge visits
(${registry.chargeVisit.name}) unless you name operations; "operations" lists the choices. Its secret is printed only once,
by itself on standard output. After a restore each key waits for "confirm".
After a rotation the old secret works for ${keyLimits.usualOverlapHours} hours by default; end --old ends it now.`;

const [dayMs, hourMs] = [86_400_000, 3_600_000];

interface Words {
  readonly name: string;
  readonly operations: readonly string[];
  readonly practices: readonly string[];
  readonly days: number | undefined;
  readonly overlap: number;
  readonly isOld: boolean;
}

const shell = () => `shell:${userInfo().username}`;

/** Only the secret goes to standard output, so that a script can read it. */
function printSecret(secret: string, sentence: string): void {
  console.error(`${sentence} Its secret, shown only once:`);
  console.log(secret);
}

async function standing(store: Store, name: string): Promise<KeyRecord> {
  const keys = await store.programKeys.list(0);
  const key = keys.find((each) => foldName(each.name) === foldName(name));
  if (!key)
    throw new WrongUse(
      name === "" ? `Which key? Its NAME is missing.\n\n${usage}` : `There is no key ${name}.`,
    );
  return key;
}

const endOf = (days: number | undefined, at: number) =>
  checkedExpiry(days === undefined ? undefined : at + days * dayMs, at);

async function add(store: Store, { name, operations, practices, days }: Words): Promise<void> {
  const at = Date.now();
  const named = operations.length === 0 ? [registry.chargeVisit.name] : operations;
  const request = checkedKeyRequest(
    { name, operations: named, practices, expiresAt: endOf(days, at) },
    { userName: shell(), practices: [] },
    at,
  );
  const { secret, kept } = newSecret();
  if (!(await store.programKeys.add(request, kept))) throw keyNameTaken(request.name);
  await noteChange(store, "changed key", `${request.name}: added`);
  printSecret(secret, `Added the key ${request.name}, which expires ${dateText(request.expiresAt)} UTC.`);
}

async function list(store: Store): Promise<void> {
  const rows = (await store.programKeys.list(20)).map((key) => [
    key.name,
    key.operations.join(" "),
    key.practices.length === 0 ? "all" : key.practices.join(" "),
    dateText(key.expiresAt),
    dateText(Math.max(...key.secrets.map(({ lastUsedAt }) => lastUsedAt ?? 0)) || undefined),
    key.endedAt === undefined
      ? key.expiresAt <= Date.now()
        ? "expired"
        : key.heldSince === undefined
          ? ""
          : "made before the restore"
      : `ended ${dateText(key.endedAt)}`,
  ]);
  console.log(textTable([["NAME", "OPERATIONS", "PRACTICES", "EXPIRES (UTC)", "LAST USED", ""], ...rows]));
}

async function rotate(store: Store, { name, days, overlap }: Words): Promise<void> {
  const key = await standing(store, name);
  const at = Date.now();
  const { secret, kept } = newSecret();
  const outcome = await store.programKeys.rotate(key.keyId, kept, {
    current: key.secrets.find(({ worksUntil }) => worksUntil === undefined)?.mark ?? "",
    worksUntil: key.expiresAt <= at ? at : at + overlap * hourMs,
    expiresAt: endOf(days, at),
    at,
  });
  if (outcome !== "done") throw new WrongUse(`${key.name} was changed in the meantime. Nothing was done.`);
  await noteChange(store, "changed key", `${key.name}: rotated`);
  printSecret(secret, `Rotated the key ${key.name}; the old secret works for ${overlap} more hours.`);
}

async function end(store: Store, { name, isOld }: Words): Promise<void> {
  const key = await standing(store, name);
  const at = Date.now();
  if (!isOld) await store.programKeys.end(key.keyId, at, shell());
  else
    for (const { mark, worksUntil } of key.secrets)
      if (worksUntil !== undefined) await store.programKeys.endSecret(key.keyId, mark, at);
  await noteChange(store, "changed key", `${key.name}: ${isOld ? "old secret ended" : "ended"}`);
  console.log(isOld ? `The old secrets of ${key.name} no longer work.` : `Ended the key ${key.name}.`);
}

async function confirm(store: Store, { name }: Words): Promise<void> {
  const key = await standing(store, name);
  const wasHeld = await store.programKeys.confirm(key.keyId);
  if (wasHeld) await noteChange(store, "changed key", `${key.name}: confirmed after the restore`);
  console.log(wasHeld ? `The key ${key.name} works again.` : `The key ${key.name} was not waiting.`);
}

const commands: Readonly<Record<string, (store: Store, words: Words) => Promise<void>>> = {
  add,
  list,
  rotate,
  confirm,
  end,
  operations: async () => console.log(programOperations.map((key) => registry[key].name).join("\n")),
};

function numberIn(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new WrongUse(`${name} must be a whole number, not ${text}.`);
  return Number(text);
}

await runTool(usage, async (store) => {
  const { values, positionals } = readWords(usage, {
    operation: { type: "string", multiple: true, default: [] },
    practice: { type: "string", multiple: true, default: [] },
    days: { type: "string" },
    overlap: { type: "string" },
    old: { type: "boolean", default: false },
  });
  const [command, ...names] = positionals;
  const run = commandOf(commands, command, usage);
  const words: Words = {
    name: names.join(" "),
    operations: values.operation,
    practices: values.practice,
    days: numberIn(values.days, "--days"),
    overlap: numberIn(values.overlap, "--overlap") ?? keyLimits.usualOverlapHours,
    isOld: values.old,
  };
  if (words.overlap > keyLimits.maxOverlapHours)
    throw new WrongUse(`--overlap is at most ${keyLimits.maxOverlapHours} hours.`);
  await run(store, words).catch((error: unknown) => {
    throw error instanceof Refusal ? new WrongUse(error.message) : error;
  });
});
