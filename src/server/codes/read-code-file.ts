import { createHash } from "node:crypto";
import type { ReadSet } from "#room/server/store/code-set-record.ts";
import { quarterDays } from "#room/contract/primitives/quarter.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { CodeFileError, FileFaults } from "./code-file-error.ts";
import { readLimits } from "./claim-edits/read-limits.ts";
import { readPairs } from "./claim-edits/read-pairs.ts";
import type { ReadProgress, MappingLine } from "./code-line.ts";
import { breathe, forEachLine } from "./file-lines.ts";
import type { ImportOptions } from "./import-options.ts";
import {
  inForce,
  type LoadedSet,
  nameOfLimits,
  nameOfMapping,
  nameOfOwnList,
  nameOfPairs,
  nameOfProcedures,
  nameOfYear,
} from "./loaded-set.ts";
import { packProcedureLines } from "./procedures/procedure-line.ts";
import { readFixedWidth } from "./procedures/read-fixed-width.ts";
import { readOwnList } from "./procedures/read-own-list.ts";
import { readSheet } from "./procedures/read-sheet.ts";
import { readOrderFile, readTitleList } from "./read-code-lines.ts";
import { type CodeFileKind, recogniseCodeFile } from "./recognise-code-file.ts";
import { type QuarterlyFileKind, recogniseQuarterly } from "./recognise-quarterly.ts";
import { packCodeLines, packMappingLines } from "./set-content.ts";
import { type PlainFile, unpackCodeFile } from "./unpack-code-file.ts";
import { type CodeSystem, bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";

// The file published in 2018 has one target in lowercase ("v5889").
const columns = /^([\dA-Z]{3,7}) +([\dA-Za-z]{3,7}) +([01]{3}\d\d)$/;

/**
 * Reads a General Equivalence Mapping: source code, target code or NoDx, five flag digits. `source` is the system of
 * the first column.
 */
export async function readMapping(
  fileName: string,
  bytes: Uint8Array,
  source: CodeSystem,
  onProgress?: ReadProgress,
): Promise<MappingLine[]> {
  const target: CodeSystem = source === "ICD-9-CM" ? "ICD-10-CM" : "ICD-9-CM";
  const faults = new FileFaults();
  const seen = new Set<string>();
  const lines: MappingLine[] = [];
  await forEachLine(
    { name: fileName, bytes },
    ({ text, number }) => {
      const [, from = "", written = "", flags = ""] = columns.exec(text.trimEnd()) ?? [];
      const to = written === "NoDx" ? written : written.toUpperCase();
      const key = `${from} ${to} ${flags}`;
      const fault = faultOf({ from, to, flags, source, target });
      if (fault !== undefined) faults.add(number, fault);
      else if (seen.has(key)) faults.add(number, "the same line is already above");
      else lines.push({ source: from, target: to === "NoDx" ? "" : to, flags });
      seen.add(key);
    },
    onProgress,
  );
  faults.settle(fileName, lines.length);
  // Already so in the published order; other copies are sorted, since look-up is by binary search.
  return lines.toSorted((a, b) => (a.source < b.source ? -1 : Number(a.source > b.source)));
}

interface MappingColumns {
  from: string;
  to: string;
  flags: string;
  source: CodeSystem;
  target: CodeSystem;
}

function faultOf({ from, to, flags, source, target }: MappingColumns): string | undefined {
  if (flags === "") return "is not a source code, a target code or NoDx, and five flag digits";
  if (bareDiagnosisCode(from, source) !== from) return `“${from}” is not an ${source} code without its dot`;
  if ((to === "NoDx") !== (flags[1] === "1")) return "the target and the no-map flag contradict each other";
  if (to !== "NoDx" && bareDiagnosisCode(to, target) !== to) {
    return `“${to}” is not an ${target} code without its dot`;
  }
  return undefined;
}

const lineEnd = 10;

/** What a set has beyond its origin. */
type SetFacts = Omit<LoadedSet, "origin" | "checksum" | "importedOn" | "importedBy">;
interface Read {
  readonly set: SetFacts;
  readonly content: Uint8Array;
  readonly notice?: string;
}

/** The sets of one file, which may be an archive of several. Throws CodeFileError. */
export async function readCodeFile(file: PlainFile, options: ImportOptions): Promise<ReadSet[]> {
  const plain = await unpackCodeFile(file.name, file.bytes);
  const known = plain.flatMap((one) => {
    const kind = recogniseQuarterly(one, options.quarter) ?? recogniseCodeFile(one, options.fiscalYear);
    return kind ? [{ file: one, kind }] : [];
  });
  if (known.length === 0) {
    const message =
      "is not an ICD-10-CM order file, ICD-9-CM title list, mapping (GEM), HCPCS level II file, NCCI file of pairs or unit limits, or list of codes and names";
    // Compressed by the browser: its name is not the user's.
    throw new CodeFileError((plain.length === 1 ? plain[0]?.name : undefined) ?? file.name, [
      { line: 0, message },
    ]);
  }
  const sets: ReadSet[] = [];
  for (const one of known) sets.push(await readSet(one.file, one.kind, options));
  return sets;
}

async function readSet(
  file: PlainFile,
  kind: CodeFileKind | QuarterlyFileKind,
  options: ImportOptions,
): Promise<ReadSet> {
  const onProgress = (done: number, total: number) =>
    options.onProgress?.({ file: file.name, what: "reading", done: total === 0 ? 1 : done / total });
  const { set, content, notice } = await contentOf(file, kind, onProgress);
  const isWorkbook = kind.kind === "procedures" && kind.isSheet;
  return {
    set: {
      ...set,
      origin: file.name.slice(-200),
      checksum: await checksumOf(file.bytes),
      importedOn: wireDateTimeOf(options.now()),
      importedBy: options.by,
    },
    content,
    notice,
    isLastLineEnded: isWorkbook || file.bytes.at(-1) === lineEnd,
  };
}

function contentOf(
  file: PlainFile,
  kind: CodeFileKind | QuarterlyFileKind,
  onProgress: ReadProgress,
): Promise<Read> {
  switch (kind.kind) {
    case "pairs":
    case "limits":
      return editsOf(file, kind, onProgress);
    case "procedures":
    case "own-list":
      return proceduresOf(file, kind, onProgress);
    case "mapping":
      return mappingOf(file, kind.source, onProgress);
    default:
      return diagnosesOf(file, kind, onProgress);
  }
}

async function editsOf(
  { name, bytes }: PlainFile,
  kind: Extract<QuarterlyFileKind, { kind: "pairs" | "limits" }>,
  onProgress: ReadProgress,
): Promise<Read> {
  const { quarter } = kind;
  const { table, count, notice } =
    kind.kind === "pairs" ? await readPairs(name, bytes, onProgress) : readLimits(name, bytes);
  const ofQuarter = kind.kind === "pairs" ? nameOfPairs(quarter, kind.part) : nameOfLimits(quarter);
  const set = setOf({ name: ofQuarter, kind: kind.kind, system: "NCCI" }, count, quarterDays(quarter));
  return { set, content: table.bytes(), notice };
}

async function proceduresOf(
  { name, bytes }: PlainFile,
  kind: Extract<QuarterlyFileKind, { kind: "procedures" | "own-list" }>,
  onProgress: ReadProgress,
): Promise<Read> {
  if (kind.kind === "own-list") {
    const lines = readOwnList(name, bytes);
    const set = setOf({ name: nameOfOwnList, kind: "codes", system: "CPT" }, lines.length);
    return { set, content: await packProcedureLines(lines) };
  }
  const { name: release, ...days } = kind.release;
  const lines = kind.isSheet ? await readSheet(name, bytes) : await readFixedWidth(name, bytes, onProgress);
  const facts = { name: nameOfProcedures(release), kind: "codes", system: "HCPCS" } as const;
  return { set: setOf(facts, lines.length, days), content: await packProcedureLines(lines) };
}

async function mappingOf(
  { name, bytes }: PlainFile,
  source: Extract<CodeFileKind, { kind: "mapping" }>["source"],
  onProgress: ReadProgress,
): Promise<Read> {
  const lines = await readMapping(name, bytes, source, onProgress);
  const set = setOf({ name: nameOfMapping(source), kind: "mapping", system: source }, lines.length);
  return { set, content: await packMappingLines(lines) };
}

async function diagnosesOf(
  { name, bytes }: PlainFile,
  kind: Extract<CodeFileKind, { kind: "order" | "titles" }>,
  onProgress: ReadProgress,
): Promise<Read> {
  const system = kind.kind === "order" ? "ICD-10-CM" : "ICD-9-CM";
  const read = kind.kind === "order" ? readOrderFile : readTitleList;
  const lines = await read(name, bytes, onProgress);
  const billable = lines.filter((line) => line.isBillable).length;
  const { fiscalYear } = kind;
  const set = {
    name: nameOfYear(system, fiscalYear),
    kind: "codes",
    system,
    fiscalYear,
    ...inForce(fiscalYear),
    billable,
    headers: lines.length - billable,
  } as const;
  return { set, content: await packCodeLines(lines) };
}

/** A set that is not of a fiscal year, and has no headers. */
function setOf(
  facts: Pick<SetFacts, "name" | "kind" | "system">,
  billable: number,
  days = { inForceFrom: "", inForceTo: "" },
): SetFacts {
  return { ...facts, billable, headers: 0, fiscalYear: 0, ...days };
}

const hashedAtOnce = 4 * 1024 * 1024;

async function checksumOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce));
    await breathe();
  }
  return hash.digest("hex");
}
