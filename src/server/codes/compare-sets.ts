import type { CodeSetChange } from "#room/contract/operations/import-code-set.ts";
import type { CodeSetContent } from "#room/server/store/code-sets.ts";
import { isStarter } from "./code-book.ts";
import type { CodeLine } from "./code-line.ts";
import type { Codes } from "./codes.ts";
import { doubtOf } from "./doubt-of-set.ts";
import { codeSetOf, type LoadedSet } from "./loaded-set.ts";
import { unpackCodeLines } from "./set-content.ts";
import { starterLines, starterSet } from "./starter-set.ts";

/** A set as it was read from a file. */
export interface ReadSet extends CodeSetContent {
  readonly isLastLineEnded: boolean;
}

/** What a set changes against the one it is compared with. */
export interface SetChange {
  readonly set: LoadedSet;
  /** The same year when it is loaded, else the year before, else the starter set; undefined when none is. */
  readonly comparedWith: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly revised: number;
  readonly turnedIntoHeaders: number;
  readonly turnedBillable: number;
  /** Why the file seems to be cut, in sentences: it is stored only when a person has confirmed it. */
  readonly doubt: string | undefined;
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
  const change = { set, comparedWith: before?.name, ...counts };
  return { ...change, doubt: doubtOf(change, isLastLineEnded) };
}

async function setBefore(set: LoadedSet, loaded: readonly LoadedSet[], codes: Codes) {
  const ofSystem = loaded.filter((other) => other.kind === "codes" && other.system === set.system);
  const before =
    ofSystem.find((other) => other.fiscalYear === set.fiscalYear) ??
    ofSystem.find((other) => other.fiscalYear === set.fiscalYear - 1);
  if (before) return { name: before.name, lines: await codes.linesOf(before.name) };
  const table = (await codes.book()).tables.get(set.system);
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

/** The change as answers carry it. */
export function changeOfWire({ set, comparedWith, doubt, ...counts }: SetChange): CodeSetChange {
  return {
    set: codeSetOf(set),
    ...(comparedWith === undefined ? {} : { comparedWith }),
    ...counts,
    ...(doubt === undefined ? {} : { doubt }),
    ...(comparedWith === starterSet.name ? { endsStarterSet: true } : {}),
  };
}
