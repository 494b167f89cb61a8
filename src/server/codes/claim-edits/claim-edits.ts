import { onceFor } from "#room/signals/once-for.ts";
import { quarterOf } from "#room/contract/primitives/quarter.ts";
import { type Codes, codesOf } from "#room/server/codes/codes.ts";
import { type LoadedSet, nameOfLimits, nameOfPairs } from "#room/server/codes/loaded-set.ts";
import type { Store } from "#room/server/store/store.ts";
import { LimitTable } from "./limit-table.ts";
import { PairTable } from "./pair-table.ts";

export interface QuarterEdits {
  readonly quarter: string;
  readonly pairs: readonly PairTable[];
  readonly missingFiles: readonly number[];
  readonly limits: LimitTable | undefined;
}

/** CMS splits a quarter's pairs into this many files. */
const filesOfPairs = 4;
/** The quarters of today's visits and the one before; older ones are read on demand. */
const maxKept = 2;
const keptMs = 10 * 60_000;

/** The edits of a store: each quarter is read on demand and dropped after some time without use. */
export class ClaimEdits {
  readonly #codes: Codes;
  readonly #kept = new Map<string, Promise<QuarterEdits>>();
  #version = -1;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(codes: Codes) {
    this.#codes = codes;
  }

  async on(date: string): Promise<QuarterEdits> {
    const { version } = await this.#codes.book();
    if (version !== this.#version) this.#kept.clear();
    this.#version = version;
    const quarter = quarterOf(date);
    const edits = this.#kept.get(quarter) ?? this.#read(quarter);
    this.#kept.delete(quarter);
    this.#kept.set(quarter, edits);
    const [oldest = ""] = this.#kept.keys();
    if (this.#kept.size > maxKept) this.#kept.delete(oldest);
    this.#forgetting ??= setTimeout(() => this.#kept.clear(), keptMs).unref();
    this.#forgetting.refresh();
    // A failed read is tried again on the next call.
    edits.catch(() => this.#kept.delete(quarter));
    return edits;
  }

  async #read(quarter: string): Promise<QuarterEdits> {
    const sets = await this.#codes.stored.list();
    const pairs: PairTable[] = [];
    for (const { name } of pairsOf(sets, quarter)) {
      const bytes = await this.#codes.stored.content(name);
      if (bytes) pairs.push(PairTable.of(bytes));
    }
    const limits = sets.some(({ name }) => name === nameOfLimits(quarter))
      ? await this.#codes.stored.content(nameOfLimits(quarter))
      : undefined;
    return {
      quarter,
      pairs,
      missingFiles: missingFiles(sets, quarter),
      limits: limits && LimitTable.of(limits),
    };
  }
}

function pairsOf(sets: readonly LoadedSet[], quarter: string): LoadedSet[] {
  return sets.filter(
    ({ kind, name }) =>
      kind === "pairs" &&
      (name === nameOfPairs(quarter, 0) || name.startsWith(`${nameOfPairs(quarter, 0)},`)),
  );
}

/** The missing files of a quarter that has others. A single file without a number is complete. */
export function missingFiles(sets: readonly LoadedSet[], quarter: string): number[] {
  const names = new Set(pairsOf(sets, quarter).map(({ name }) => name));
  if (names.size === 0 || names.has(nameOfPairs(quarter, 0))) return [];
  const numbers = Array.from({ length: filesOfPairs }, (_, at) => at + 1);
  return numbers.filter((part) => !names.has(nameOfPairs(quarter, part)));
}

/** One shared copy per process. */
export const claimEditsOf = onceFor((store: Store) => new ClaimEdits(codesOf(store)));
