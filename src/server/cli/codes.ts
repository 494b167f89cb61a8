import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type CodeFileError, CodeFilesRefused } from "#room/server/codes/code-file-error.ts";
import { starterSet } from "#room/server/codes/code-book.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import type { SetChange } from "#room/server/codes/compare-sets.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import type { ImportStep } from "#room/server/codes/import-options.ts";
import { originLine, setLine, setWarnings } from "#room/server/codes/set-warnings.ts";
import { NoticeNotAccepted } from "#room/server/codes/use-notice.ts";
import { readQuarter } from "#room/contract/primitives/quarter.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import type { Store } from "#room/server/store/store.ts";
import { noteChange, readWords, runTool, WrongUse } from "./terminal/run-tool.ts";

/** "238 added, 21 removed, 4 reworded, 15 no longer billable, compared with ICD-10-CM FY2026". */
function changeWords(change: SetChange): string {
  if (change.comparedWith === undefined) return `all ${change.added} are new`;
  const parts = [`${change.added} added`, `${change.removed} removed`, `${change.revised} reworded`];
  if (change.turnedIntoHeaders > 0) parts.push(`${change.turnedIntoHeaders} no longer billable`);
  if (change.turnedBillable > 0) parts.push(`${change.turnedBillable} now billable`);
  const words = `${parts.join(", ")}, compared with ${change.comparedWith}`;
  return change.comparedWith === starterSet.name ? `${words}, which it replaces` : words;
}

const usage = `Usage:
  npm run codes -- import FILE… [--year YEAR] [--quarter QUARTER] [--dry-run] [--even-if-cut] [--accept-notice]
  npm run codes -- list

import  reads official files (plain, .gz or .zip): the ICD-10-CM order file of a fiscal year, the ICD-9-CM
        version 32 list of titles, and the General Equivalence Mappings (GEM); per quarter, HCPCS level II (text or
        .xlsx), the NCCI pairs for practitioners (ccipra, all of its files) and their unit limits (MUE); and a
        list of your own (.csv with the columns code, name, from, to), for CPT. A file replaces the whole set of
        its year or quarter. If one file has a fault, none is stored.
          --year YEAR        the fiscal year, if the file's name does not give it
          --quarter QUARTER  the quarter, such as 2026Q4, if the file's name does not give it
          --dry-run          show what would change, and store nothing
          --even-if-cut      import a file even if it seems to be cut short
          --accept-notice    accept the notice of the NCCI files (once); without it the notice is shown
list    shows what is loaded.

The database is the one in DATABASE_URL.`;

async function list(store: Store): Promise<void> {
  const codes = codesOf(store);
  const { imported, shown } = await codes.sets();
  for (const set of shown) console.log(`${setLine(set)}\n  ${originLine(set)}`);
  for (const { acceptedBy, acceptedOn, origin, checksum } of await codes.stored.notices())
    console.log(
      `NCCI notice accepted ${showDate(acceptedOn.slice(0, 10))} by ${acceptedBy} with ${origin}, SHA-256 ${checksum}`,
    );
  for (const warning of setWarnings(imported, store.days.dateOf(Date.now()))) console.log(`Note: ${warning}`);
}

async function readPath(path: string): Promise<PlainFile> {
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    throw new WrongUse(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** One at a time: the files of a quarter total 250 MB. */
async function* readPaths(paths: readonly string[]): AsyncGenerator<PlainFile> {
  for (const path of paths) yield await readPath(path);
}

async function importFiles(store: Store, paths: readonly string[], options: CommandOptions): Promise<void> {
  const startedAt = performance.now();
  const { changes, notice } = await importCodeFiles(codesOf(store), readPaths(paths), {
    by: "command line",
    now: () => new Date(),
    fiscalYear: options.year,
    quarter: options.quarter,
    isDryRun: options.isDryRun,
    mayBeCut: options.mayBeCut,
    acceptsNotice: options.acceptsNotice,
    onProgress: betweenSteps(progressLine()),
  });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  if (!options.isDryRun && changes.length > 0)
    await noteChange(store, "imported codes", changes.map((change) => change.set.name).join(", "));
  for (const change of changes) console.log(resultLine(change, options.isDryRun));
  if (notice && options.isDryRun) console.log(`To be accepted by --accept-notice:\n\n${notice.text}\n`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(options.isDryRun ? "Nothing was stored (--dry-run)." : `Stored in ${seconds} s.`);
}

function resultLine(change: SetChange, isDryRun: boolean): string {
  const doubt = change.doubt === undefined ? "" : `\n  ${change.doubt}`;
  return `${isDryRun ? "Would import" : "Imported"} ${setLine(change.set)}: ${changeWords(change)}${doubt}`;
}

/** On a terminal one line that updates; in a log one line per file. */
function progressLine(): (step: ImportStep) => void {
  let last = "";
  return ({ file, what, done }) => {
    const percent = process.stderr.isTTY ? ` ${Math.floor(done * 100)} %` : "";
    const line = `${what} ${file}${percent}`;
    if (line === last) return;
    last = line;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

/** Frees memory between the steps: an import must fit next to a server on a small machine. */
function betweenSteps(show: (step: ImportStep) => void): (step: ImportStep) => void {
  setFlagsFromString("--expose-gc");
  // The flag defines a global that only a new context has.
  const collect = runInNewContext("gc") as () => void;
  let last = "";
  return (step) => {
    const name = `${step.what} ${step.file}`;
    if (name !== last) collect();
    last = name;
    show(step);
  };
}

interface CommandOptions {
  readonly year: number | undefined;
  readonly quarter: string | undefined;
  readonly isDryRun: boolean;
  readonly mayBeCut: boolean;
  readonly acceptsNotice: boolean;
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const year = Number(text);
  if (!/^20\d\d$/.test(text) || year < 2016) {
    throw new WrongUse(`--year must be a fiscal year such as 2027, not '${text}'.`);
  }
  return year;
}

function quarterIn(text: string | undefined): string | undefined {
  const quarter = readQuarter(text ?? "");
  if (text !== undefined && quarter === undefined)
    throw new WrongUse(`--quarter must be a quarter such as 2026Q4, not '${text}'.`);
  return quarter;
}

async function run(store: Store): Promise<void> {
  const { positionals, values } = readWords(usage, {
    year: { type: "string" },
    quarter: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    "even-if-cut": { type: "boolean", default: false },
    "accept-notice": { type: "boolean", default: false },
  });
  const [command, ...paths] = positionals;
  if (command === undefined) {
    console.log(usage);
    return;
  }
  if (command !== "import" && command !== "list") throw new WrongUse(`There is no '${command}'.\n\n${usage}`);
  if (command === "list") {
    await list(store);
    return;
  }
  if (paths.length === 0) throw new WrongUse("import needs at least one file.");
  try {
    await importFiles(store, paths, {
      year: yearOf(values.year),
      quarter: quarterIn(values.quarter),
      isDryRun: values["dry-run"],
      mayBeCut: values["even-if-cut"],
      acceptsNotice: values["accept-notice"],
    });
  } catch (error) {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    if (error instanceof NoticeNotAccepted) throw new WrongUse(noticeLines(error.notice.text));
    throw error instanceof CodeFilesRefused ? new WrongUse(refusedLines(error)) : error;
  }
}

function noticeLines(text: string): string {
  return `Nothing was stored. Read this, which is asked once:\n\n${text}\n\nTo accept it, run the command again with --accept-notice.`;
}

const linesOf = ({ fileName, lines }: CodeFileError) => [
  `${fileName} was refused:`,
  ...lines.map((line) => `  ${line}`),
];

function refusedLines({ files }: CodeFilesRefused): string {
  return ["Nothing was stored.", ...files.flatMap(linesOf)].join("\n");
}

await runTool(usage, run);
