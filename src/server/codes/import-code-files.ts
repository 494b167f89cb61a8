import { createHash } from "node:crypto";
import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { StoredTable } from "#room/server/store/code-sets.ts";
import { buildTable } from "./code-book.ts";
import { CodeFileError, CodeFilesRefused } from "./code-file-error.ts";
import type { Codes } from "./codes.ts";
import { storedTable } from "./codes.ts";
import { changeOf, type ReadSet, type SetChange } from "./compare-sets.ts";
import { inForce, type LoadedSet, nameOfMapping, nameOfYear } from "./loaded-set.ts";
import { readMapping } from "./read-mapping.ts";
import { readOrderFile } from "./read-order-file.ts";
import { readTitleList } from "./read-title-list.ts";
import { type CodeFileKind, recogniseCodeFile } from "./recognise-code-file.ts";
import { packCodeLines, packMappingLines, unpackCodeLines } from "./set-content.ts";
import { type PlainFile, unpackCodeFile } from "./unpack-code-file.ts";

export interface ImportOptions {
  readonly by: string;
  readonly now: () => Date;
  readonly fiscalYear?: number | undefined;
  /** Says what would change, and changes nothing. */
  readonly isDryRun?: boolean | undefined;
  /** A person has confirmed files that seem to be cut. */
  readonly mayBeCut?: boolean | undefined;
  readonly onProgress?: ((step: ImportStep) => void) | undefined;
}

export interface ImportStep {
  readonly file: string;
  readonly what: "reading" | "building" | "storing";
  /** 0 to 1. */
  readonly done: number;
}

const lineEnd = 10;

/**
 * Reads official files (plain, .gz, .zip) and puts their sets in the place of those of the same name, all of them
 * or, when one is faulty, none. Throws CodeFilesRefused.
 */
export async function importCodeFiles(
  codes: Codes,
  files: readonly PlainFile[],
  options: ImportOptions,
): Promise<SetChange[]> {
  const read = eachOnce(await readFiles(files, options));
  for (;;) {
    const after = await codes.version();
    const loaded = await codes.list();
    const changes: SetChange[] = [];
    for (const one of read) changes.push(await changeOf(one, loaded, codes));
    if (options.isDryRun === true) return changes;
    const cut = changes.filter(({ doubt }) => doubt !== undefined);
    if (cut.length > 0 && options.mayBeCut !== true) throw new CodeFilesRefused(cut.map(cutFile));
    const tables = await rebuiltTables(codes, read, loaded, options);
    options.onProgress?.({ file: "", what: "storing", done: 1 });
    const sets = read.map(({ set, content }) => ({ set, content }));
    if (await codes.replace({ after, sets, tables })) return changes;
  }
}

function cutFile({ set, doubt = "" }: SetChange): CodeFileError {
  return new CodeFileError(set.origin, [{ line: 0, message: doubt }]);
}

/** All of them, so that a person hears of every faulty file at once. */
async function readFiles(files: readonly PlainFile[], options: ImportOptions): Promise<ReadSet[]> {
  const sets: ReadSet[] = [];
  const refused: CodeFileError[] = [];
  for (const file of files) {
    try {
      sets.push(...(await readFile(file, options)));
    } catch (error) {
      if (!(error instanceof CodeFileError)) throw error;
      refused.push(error);
    }
  }
  if (refused.length > 0) throw new CodeFilesRefused(refused);
  return sets;
}

async function readFile(file: PlainFile, options: ImportOptions): Promise<ReadSet[]> {
  const plain = await unpackCodeFile(file.name, file.bytes);
  const known = plain.flatMap((one) => {
    const kind = recogniseCodeFile(one, options.fiscalYear);
    return kind ? [{ file: one, kind }] : [];
  });
  if (known.length === 0) {
    const message = "is no ICD-10-CM order file, ICD-9-CM list of titles or mapping (GEM)";
    throw new CodeFileError(file.name, [{ line: 0, message }]);
  }
  const sets: ReadSet[] = [];
  for (const one of known) sets.push(await readSet(one.file, one.kind, options));
  return sets;
}

async function readSet(file: PlainFile, kind: CodeFileKind, options: ImportOptions): Promise<ReadSet> {
  const onProgress = (done: number, total: number) =>
    options.onProgress?.({ file: file.name, what: "reading", done: total === 0 ? 1 : done / total });
  const shared = {
    origin: file.name.slice(-200),
    checksum: createHash("sha256").update(file.bytes).digest("hex"),
    importedOn: wireDateTimeOf(options.now()),
    importedBy: options.by,
  };
  const isLastLineEnded = file.bytes.at(-1) === lineEnd;
  if (kind.kind === "mapping") {
    const mapping = await readMapping(file.name, file.bytes, kind.source, onProgress);
    const set: LoadedSet = {
      ...shared,
      name: nameOfMapping(kind.source),
      kind: "mapping",
      system: kind.source,
      fiscalYear: 0,
      inForceFrom: "",
      inForceTo: "",
      billable: mapping.length,
      headers: 0,
    };
    return { set, content: await packMappingLines(mapping), isLastLineEnded };
  }
  const system: CodeSystem = kind.kind === "order" ? "ICD-10-CM" : "ICD-9-CM";
  const read = kind.kind === "order" ? readOrderFile : readTitleList;
  const lines = await read(file.name, file.bytes, onProgress);
  const billable = lines.filter((line) => line.isBillable).length;
  const set: LoadedSet = {
    ...shared,
    name: nameOfYear(system, kind.fiscalYear),
    kind: "codes",
    system,
    fiscalYear: kind.fiscalYear,
    ...inForce(kind.fiscalYear),
    billable,
    headers: lines.length - billable,
  };
  return { set, content: await packCodeLines(lines), isLastLineEnded };
}

/** Each set once. ICD-9-CM is published with long and with short titles: the long ones are taken. */
function eachOnce(read: readonly ReadSet[]): ReadSet[] {
  const byName = new Map<string, ReadSet>();
  for (const one of read) {
    const known = byName.get(one.set.name);
    if (known && hasShortTitles(known) === hasShortTitles(one)) {
      const message = `another of these files is ${one.set.name} too`;
      throw new CodeFilesRefused([new CodeFileError(one.set.origin, [{ line: 0, message }])]);
    }
    if (!known || hasShortTitles(known)) byName.set(one.set.name, one);
  }
  return [...byName.values()];
}

function hasShortTitles({ set }: ReadSet): boolean {
  return set.system === "ICD-9-CM" && /short/i.test(set.origin);
}

async function rebuiltTables(
  codes: Codes,
  read: readonly ReadSet[],
  loaded: readonly LoadedSet[],
  options: ImportOptions,
): Promise<StoredTable[]> {
  const fresh = new Map(read.filter(({ set }) => set.kind === "codes").map((one) => [one.set.name, one]));
  const tables: StoredTable[] = [];
  for (const system of codeSystems) {
    const added = [...fresh.values()].filter(({ set }) => set.system === system);
    if (added.length === 0) continue;
    const kept = loaded.filter(
      (set) => set.kind === "codes" && set.system === system && !fresh.has(set.name),
    );
    const sets = [...kept, ...added.map(({ set }) => set)];
    let built = 0;
    const table = await buildTable(system, sets, async (set) => {
      options.onProgress?.({ file: set.name, what: "building", done: built / sets.length });
      built += 1;
      const content = fresh.get(set.name)?.content;
      return content ? unpackCodeLines(content) : codes.linesOf(set.name);
    });
    tables.push(storedTable(table));
  }
  return tables;
}
