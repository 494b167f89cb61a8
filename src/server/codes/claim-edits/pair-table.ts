import { arraysOfBytes, bytesOfArrays } from "#room/server/codes/array-bytes.ts";
import { placeIn } from "#room/server/codes/rising-list.ts";
import type { AskedCode } from "./procedure-key.ts";

/**
 * The pairs of one file: four bytes each, since what is said of a pair (dates, indicator, rationale) repeats itself a
 * few thousand times. Rising by first code, then by second.
 */
export interface PairArrays {
  /** The codes as numbers, rising; a code is known by its place. */
  readonly codes: Uint32Array;
  /** By code: where its pairs begin. One more than there are codes. */
  readonly starts: Uint32Array;
  /** By pair: the place of the second code, and what is said of it. */
  readonly seconds: Uint16Array;
  readonly kinds: Uint16Array | Uint32Array;
  /** By what is said: first and last day as yyyymmdd (no last day: 99999999), indicator, place of the rationale. */
  readonly kindFrom: Uint32Array;
  readonly kindTo: Uint32Array;
  readonly kindIndicator: Uint8Array;
  readonly kindReason: Uint16Array;
}

export const noLastDay = 99_999_999;

/** A pair in force: the second code is not paid beside the first. */
export interface PairInForce {
  readonly column1: string;
  readonly column2: string;
  readonly indicator: 0 | 1;
  readonly from: number;
  /** noLastDay when it has none. */
  readonly to: number;
  readonly rationale: string;
}

/** Deleted from its first day: it was never in force. */
const neverInForce = 9;

export class PairTable {
  readonly #arrays: PairArrays;
  readonly #reasons: readonly string[];
  /** By place of a code: its place among those asked about, from 1. All 0 between two questions. */
  #askedAt: Uint16Array | undefined;

  constructor(arrays: PairArrays, reasons: readonly string[]) {
    this.#arrays = arrays;
    this.#reasons = reasons;
  }

  bytes(): Uint8Array {
    return bytesOfArrays(this.#reasons, { ...this.#arrays });
  }

  static of(bytes: Uint8Array): PairTable {
    // Written by `bytes` of this class.
    const { facts, arrays } = arraysOfBytes<readonly string[], PairArrays>(bytes);
    return new PairTable(arrays, facts);
  }

  /** The pairs among these codes that are in force on that day (yyyymmdd). */
  among(asked: readonly AskedCode[], day: number): PairInForce[] {
    const { codes, starts, seconds } = this.#arrays;
    const askedAt = (this.#askedAt ??= new Uint16Array(codes.length));
    const places = asked.map(({ key }) => placeIn(codes, key));
    for (const [at, place] of places.entries()) if (place !== -1) askedAt[place] = at + 1;
    const found: PairInForce[] = [];
    for (const [column1, first] of places.entries()) {
      const end = starts[first + 1] ?? 0;
      // Reading a code's pairs in a row beats searching among them.
      for (let at = starts[first] ?? end; at < end; at += 1) {
        const column2 = askedAt[seconds[at] ?? 0] ?? 0;
        if (column2 === 0) continue;
        const inForce = this.#inForce(at, day);
        if (inForce)
          found.push({
            column1: asked[column1]?.code ?? "",
            column2: asked[column2 - 1]?.code ?? "",
            ...inForce,
          });
      }
    }
    for (const place of places) if (place !== -1) askedAt[place] = 0;
    return found;
  }

  /** What is said of a pair; undefined when it is not in force on that day. */
  #inForce(at: number, day: number): Omit<PairInForce, "column1" | "column2"> | undefined {
    const { kinds, kindFrom, kindTo, kindIndicator, kindReason } = this.#arrays;
    const kind = kinds[at] ?? 0;
    const indicator = kindIndicator[kind];
    const from = kindFrom[kind] ?? 0;
    const to = kindTo[kind] ?? 0;
    // The day of deletion is the last one in force.
    if (indicator === neverInForce || day < from || day > to) return undefined;
    return {
      indicator: indicator === 1 ? 1 : 0,
      from,
      to,
      rationale: this.#reasons[kindReason[kind] ?? 0] ?? "",
    };
  }
}
