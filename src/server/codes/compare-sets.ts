import type { CodeSetChange } from "#room/contract/operations/import-code-set.ts";
import type { CodeSetContent } from "#room/server/store/code-sets.ts";
import type { CodeLine } from "./code-line.ts";
import type { Codes } from "./codes.ts";
import { codeSetOf, type LoadedSet } from "./loaded-set.ts";
import { unpackCodeLines } from "./set-content.ts";

/** What a set changes against the one it is compared with. */
export interface SetChange {
  readonly set: LoadedSet;
  /** The same year when it is loaded, else the year before; undefined when neither is. */
  readonly comparedWith: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly revised: number;
  readonly turnedIntoHeaders: number;
  readonly turnedBillable: number;
}

export async function changeOf(
  { set, content }: CodeSetContent,
  loaded: readonly LoadedSet[],
  codes: Codes,
): Promise<SetChange> {
  const before = setBefore(set, loaded);
  if (set.kind !== "codes" || !before) {
    const counts = { added: set.billable + set.headers, removed: 0, revised: 0 };
    return { set, comparedWith: undefined, ...counts, turnedIntoHeaders: 0, turnedBillable: 0 };
  }
  return {
    set,
    comparedWith: before.name,
    ...countChanges(await codes.linesOf(before.name), await unpackCodeLines(content)),
  };
}

/** No year does: such a file was cut, or is of something else. */
export function removesHalf({ set, added, removed }: SetChange): boolean {
  const before = set.billable + set.headers - added + removed;
  return removed * 2 > before;
}

function setBefore(set: LoadedSet, loaded: readonly LoadedSet[]): LoadedSet | undefined {
  const ofSystem = loaded.filter((other) => other.kind === "codes" && other.system === set.system);
  return (
    ofSystem.find((other) => other.fiscalYear === set.fiscalYear) ??
    ofSystem.find((other) => other.fiscalYear === set.fiscalYear - 1)
  );
}

export function countChanges(before: Iterable<CodeLine>, after: Iterable<CodeLine>) {
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
export function changeOfWire({ set, comparedWith, ...counts }: SetChange): CodeSetChange {
  return {
    set: codeSetOf(set),
    ...(comparedWith === undefined ? {} : { comparedWith }),
    ...counts,
    removesHalf: removesHalf({ set, comparedWith, ...counts }),
  };
}
