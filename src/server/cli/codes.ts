import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type CodeFileError, CodeFilesRefused } from "#room/server/codes/code-file-error.ts";
import { isStarter } from "#room/server/codes/code-book.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import type { SetChange } from "#room/server/codes/compare-sets.ts";
import { importCodeFiles, type ImportStep } from "#room/server/codes/import-code-files.ts";
import { originLine, setLine, setWarnings } from "#room/server/codes/set-warnings.ts";
import { starterSet } from "#room/server/codes/starter-set.ts";
import { changeWords } from "#room/server/codes/change-words.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import type { Store } from "#room/server/store/store.ts";
import { noteChange } from "./terminal/note-change.ts";
import { runTool } from "./terminal/run-tool.ts";
import { WrongUse } from "./terminal/wrong-use.ts";

const usage = `Usage:
  npm run codes -- import FILE… [--year YEAR] [--dry-run] [--even-if-cut]
  npm run codes -- list

import  reads official files (plain, .gz or .zip): the ICD-10-CM order file of a fiscal year, the ICD-9-CM
        version 32 list of titles, the General Equivalence Mappings (GEM). A file replaces the whole set of its
        year. If one file has a fault, none is stored.
          --year YEAR    the fiscal year, where the file's name does not give it
          --dry-run      show what would change, and store nothing
          --even-if-cut  import a file that seems to be cut short, which is refused otherwise
list    shows what is loaded.

The database is the one in DATABASE_URL.`;

async function list(store: Store): Promise<void> {
  const codes = codesOf(store);
  const sets = await codes.list();
  const book = await codes.book();
  const isOnStarter = [...book.tables.values()].some(isStarter);
  for (const set of isOnStarter ? [starterSet, ...sets] : sets)
    console.log(`${setLine(set)}\n  ${originLine(set)}`);
  for (const warning of setWarnings(sets, new Date())) console.log(`Note: ${warning}`);
}

async function readPath(path: string): Promise<PlainFile> {
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    throw new WrongUse(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function importFiles(store: Store, paths: readonly string[], options: CommandOptions): Promise<void> {
  const files = await Promise.all(paths.map(readPath));
  const startedAt = performance.now();
  const changes = await importCodeFiles(codesOf(store), files, {
    by: "command line",
    now: () => new Date(),
    fiscalYear: options.year,
    isDryRun: options.isDryRun,
    mayBeCut: options.mayBeCut,
    onProgress: betweenSteps(progressLine()),
  });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  if (!options.isDryRun && changes.length > 0)
    await noteChange(store, "imported codes", changes.map((change) => change.set.name).join(", "));
  for (const change of changes) console.log(resultLine(change, options.isDryRun));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(options.isDryRun ? "Nothing was stored (--dry-run)." : `Stored in ${seconds} s.`);
}

function resultLine(change: SetChange, isDryRun: boolean): string {
  const doubt = change.doubt === undefined ? "" : `\n  ${change.doubt}`;
  return `${isDryRun ? "Would import" : "Imported"} ${setLine(change.set)}: ${changeWords(change)}${doubt}`;
}

/** On a terminal one line that changes; in a log a line for each file. */
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

/** Gives memory back between the steps: an import must fit beside a server on a small machine. */
function betweenSteps(show: (step: ImportStep) => void): (step: ImportStep) => void {
  setFlagsFromString("--expose-gc");
  // The flag brings a global that only a new context has.
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
  readonly isDryRun: boolean;
  readonly mayBeCut: boolean;
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const year = Number(text);
  if (!/^20\d\d$/.test(text) || year < 2016) {
    throw new WrongUse(`--year must be a fiscal year such as 2027, not '${text}'.`);
  }
  return year;
}

/** Reads the words of the command line; what is not of it is the caller's to mend. */
function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        year: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "even-if-cut": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function run(store: Store): Promise<void> {
  const { positionals, values } = parsed();
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
      isDryRun: values["dry-run"],
      mayBeCut: values["even-if-cut"],
    });
  } catch (error) {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    throw error instanceof CodeFilesRefused ? new WrongUse(refusedLines(error)) : error;
  }
}

/** Each file, its faults one under the other. */
function refusedLines({ files }: CodeFilesRefused): string {
  return ["Nothing was stored.", ...files.flatMap(faultLines)].join("\n");
}

function faultLines({ fileName, faults, count }: CodeFileError): string[] {
  const lines = faults.map(({ line, message }) => (line > 0 ? `  line ${line}: ${message}` : `  ${message}`));
  if (count > faults.length) lines.push(`  and ${count - faults.length} more`);
  return [`${fileName} was refused:`, ...lines];
}

await runTool(usage, run);
