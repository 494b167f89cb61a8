import { userInfo } from "node:os";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { openAuditTrail } from "#room/server/audit/audit-trail.ts";
import { readSettings, WrongSetting, type Settings } from "#room/server/settings.ts";
import { openStore, type Store } from "#room/server/store/store.ts";

/** An error the user can fix; only its message is printed. */
export class WrongUse extends Error {}

/** The command line. What is wrong with it is for the user to fix. */
export function readWords<Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
  { allowPositionals = true, args = process.argv.slice(2) } = {},
) {
  try {
    return parseArgs({ args, allowPositionals, options });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : ""}\n\n${usage}`);
  }
}

/** What the first word of the command line names. */
export function commandOf<Command>(
  commands: Readonly<Record<string, Command>>,
  word: string | undefined,
  usage: string,
): Command {
  const command = word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (command) return command;
  throw new WrongUse(word === undefined ? usage : `There is no command ${word}.\n\n${usage}`);
}

/** Records a change made at the command line, with the machine's account if known. */
export async function noteChange(store: Store, action: AuditAction, subject: string): Promise<void> {
  const audit = openAuditTrail({ store, now: () => new Date(), onFailure: () => undefined });
  await audit.noteNow({ actor: `shell:${userInfo().username}`, action, subject });
}

/** Does the work, or with --help prints the usage, and exits with the result. */
export async function runCommand(usage: string, work: (settings: Settings) => Promise<void>): Promise<void> {
  if (process.argv.includes("--help") || process.argv.includes("-h")) {
    console.log(usage);
    return;
  }
  try {
    await work(readSettings(process.env));
  } catch (error) {
    const isMendable = error instanceof WrongUse || error instanceof WrongSetting;
    console.error(isMendable ? error.message : error);
    process.exitCode = 1;
  }
}

/** The same on the configured store. `isAlone`: with nothing else using it. */
export const runTool = (
  usage: string,
  work: (store: Store, settings: Settings) => Promise<void>,
  { isAlone = false } = {},
): Promise<void> =>
  runCommand(usage, async (settings) => {
    const say = (sentence: string) => console.error(sentence);
    const store = await openStore(settings.databaseUrl, { ...settings, isAlone, say });
    try {
      await work(store, settings);
    } finally {
      await store.close();
    }
  });

/** In UTC; empty for no instant. */
export const dateText = (at: number | undefined) =>
  at === undefined ? "" : new Date(at).toISOString().slice(0, 16).replace("T", " ");

export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
