import { counted } from "#room/contract/primitives/counted.ts";
import type { CodeSetChange } from "#room/contract/operations/code-sets.ts";
import type { ReadSet } from "#room/server/store/code-set-record.ts";
import { countedIn } from "#room/contract/schemas/code-set.ts";
import { isStarter, starterLines, starterSet } from "./code-book.ts";
import type { CodeLine } from "./code-line.ts";
import type { Codes } from "./codes.ts";
import { codeSetOf, type LoadedSet } from "./loaded-set.ts";
import { unpackCodeLines } from "./set-content.ts";

/** Fewer than in any published file. A clinic's own list has as many as the clinic uses. */
const minCodes = { "ICD-10-CM": 90_000, "ICD-9-CM": 14_000, HCPCS: 5000, CPT: 1, NCCI: 1000 } as const;
const leastOfMapping = { ...minCodes, "ICD-10-CM": 75_000, "ICD-9-CM": 23_000 } as const;

/** One code in twenty; a new year removes one in a thousand. */
const maxRemoved = 20;

/** Why a set seems to be from a truncated file, in sentences; undefined for a plausible one. */
function doubtOf(
  { set, added, removed, comparedWith }: Omit<SetChange, "doubt" | "endsStarterSet">,
  isLastLineEnded: boolean,
): string | undefined {
  const doubts: string[] = [];
  const count = set.billable + set.headers;
  const least = leastOf(set);
  if (count < least)
    doubts.push(
      `It has ${counted(count, countedIn[set.kind])}; the official file has more than ${least.toLocaleString("en-US")}.`,
    );
  const before = count - added + removed;
  if (comparedWith !== undefined && removed * maxRemoved > before)
    doubts.push(
      `It would remove ${removed.toLocaleString("en-US")} of the ${before.toLocaleString("en-US")} codes of ${comparedWith}.`,
    );
  // A clinic's own list may change and end in any way, but a fee schedule or a part must not take its place unasked.
  if (set.system === "CPT" && removed * 2 <= before) return undefined;
  if (!isLastLineEnded) doubts.push("Its last line has no line end.");
  return doubts.length === 0 ? undefined : `${doubts.join(" ")} The file may be cut short.`;
}

function leastOf({ kind, system }: LoadedSet): number {
  return kind === "mapping" ? leastOfMapping[system] : minCodes[system];
}

export interface SetChange {
  readonly set: LoadedSet;
  /** The same year if it is loaded, else the year before, else the starter set; undefined if none is. */
  readonly comparedWith: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly revised: number;
  readonly turnedIntoHeaders: number;
  readonly turnedBillable: number;
  /** Why the file seems incomplete, in sentences: it is stored only after a person has confirmed it. */
  readonly doubt: string | undefined;
  readonly endsStarterSet: boolean;
}

export async function changeOf(
  { set, content, isLastLineEnded }: ReadSet,
  loaded: readonly LoadedSet[],
  codes: Codes,
): Promise<SetChange> {
  const before = set.kind === "codes" ? await setBefore(set, loaded, codes) : undefined;
  const counts = before
    ? countChanges(before.lines, await unpackCodeLines(content))
    : { added: set.billable + set.headers, removed: 0, revised: 0, turnedIntoHeaders: 0, turnedBillable: 0 };
  const same = loaded.find(({ name }) => name === set.name && isOfClaims(set));
  if (same?.checksum === set.checksum) counts.added = 0;
  else if (same) counts.removed = same.billable;
  const change = { set, comparedWith: before?.name ?? same?.name, ...counts };
  return {
    ...change,
    doubt: doubtOf(change, isLastLineEnded),
    endsStarterSet: before?.name === starterSet.name || isFirstOfProcedures(set, loaded),
  };
}

/** The first official HCPCS list replaces the starter list, whatever its year. */
function isFirstOfProcedures(set: LoadedSet, loaded: readonly LoadedSet[]): boolean {
  const isList = ({ kind, system }: LoadedSet) => kind === "codes" && system === "HCPCS";
  return isList(set) && !loaded.some(isList);
}

/** Claim edits are not compared line by line: a file replaces the same file of its quarter. */
function isOfClaims({ kind }: LoadedSet): boolean {
  return kind === "pairs" || kind === "limits";
}

async function setBefore(set: LoadedSet, loaded: readonly LoadedSet[], codes: Codes) {
  const ofSystem = loaded.filter((other) => other.kind === "codes" && other.system === set.system);
  const before =
    ofSystem.find((other) => other.name === set.name) ??
    ofSystem.find((other) => set.fiscalYear > 0 && other.fiscalYear === set.fiscalYear - 1) ??
    // For quarterly files, the newest earlier one.
    ofSystem
      .toSorted((a, b) => (a.inForceFrom < b.inForceFrom ? 1 : -1))
      .find((other) => set.fiscalYear === 0 && other.inForceFrom < set.inForceFrom);
  if (before) return { name: before.name, lines: await codes.linesOf(before.name) };
  const table = set.system === "ICD-10-CM" ? (await codes.book()).tables.get(set.system) : undefined;
  return table && isStarter(table) ? { name: starterSet.name, lines: starterLines } : undefined;
}

function countChanges(before: Iterable<CodeLine>, after: Iterable<CodeLine>) {
  const known = new Map<string, CodeLine>();
  for (const line of before) known.set(line.code, line);
  const counts = { added: 0, removed: 0, revised: 0, turnedIntoHeaders: 0, turnedBillable: 0 };
  for (const line of after) {
    const old = known.get(line.code);
    if (!old) {
      counts.added += 1;
      continue;
    }
    known.delete(line.code);
    if (old.title !== line.title) counts.revised += 1;
    if (old.isBillable && !line.isBillable) counts.turnedIntoHeaders += 1;
    if (!old.isBillable && line.isBillable) counts.turnedBillable += 1;
  }
  counts.removed = known.size;
  return counts;
}

export function changeOfWire({ set, endsStarterSet, ...change }: SetChange): CodeSetChange {
  return { set: codeSetOf(set), ...change, endsStarterSet: endsStarterSet || undefined };
}
