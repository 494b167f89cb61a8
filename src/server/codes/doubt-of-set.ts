import { countedIn } from "#room/contract/schemas/code-set.ts";
import type { LoadedSet } from "./loaded-set.ts";

/** Fewer than in any published file. A clinic's own list has as many as the clinic uses. */
const minCodes = { "ICD-10-CM": 90_000, "ICD-9-CM": 14_000, HCPCS: 5000, CPT: 1, NCCI: 1000 } as const;
const leastOfMapping = { ...minCodes, "ICD-10-CM": 75_000, "ICD-9-CM": 23_000 } as const;

/** One code in twenty; a new year removes one in a thousand. */
const maxRemoved = 20;

interface CountedSet {
  readonly set: LoadedSet;
  readonly comparedWith: string | undefined;
  readonly added: number;
  readonly removed: number;
}

/** Why a set seems to be from a truncated file, in sentences; undefined for a plausible one. */
export function doubtOf(change: CountedSet, isLastLineEnded: boolean): string | undefined {
  const { set, added, removed, comparedWith } = change;
  const doubts: string[] = [];
  const count = set.billable + set.headers;
  const least = leastOf(set);
  if (count < least) {
    const what = count === 1 ? countedIn[set.kind].slice(0, -1) : countedIn[set.kind];
    doubts.push(
      `It has ${count.toLocaleString("en-US")} ${what}; the official file has more than ${least.toLocaleString("en-US")}.`,
    );
  }
  const before = count - added + removed;
  if (comparedWith !== undefined && removed * maxRemoved > before)
    doubts.push(
      `It would remove ${removed.toLocaleString("en-US")} of the ${before.toLocaleString("en-US")} codes of ${comparedWith}.`,
    );
  // A clinic's own list may change and end in any way.
  if (set.system === "CPT") return undefined;
  if (!isLastLineEnded) doubts.push("Its last line has no line end.");
  return doubts.length === 0 ? undefined : `${doubts.join(" ")} The file may be cut short.`;
}

function leastOf({ kind, system }: LoadedSet): number {
  return kind === "mapping" ? leastOfMapping[system] : minCodes[system];
}
