import { arraysOfBytes, bytesOfArrays } from "#room/server/codes/array-bytes.ts";
import { placeIn } from "#room/server/codes/rising-list.ts";
import { procedureOfKey } from "./procedure-key.ts";

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

interface PlaceOfPair {
  readonly at: number;
  readonly first: number;
  readonly second: number;
  readonly day: number;
}

/** Deleted from its first day: it was never in force. */
const neverInForce = 9;

export class PairTable {
  readonly #arrays: PairArrays;
  readonly #reasons: readonly string[];

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

  /** The pairs among these codes, given by their keys, that are in force on that day (yyyymmdd). */
  among(keys: readonly number[], day: number): PairInForce[] {
    const { codes, starts, seconds } = this.#arrays;
    const places = keys.map((key) => placeIn(codes, key)).filter((place) => place !== -1);
    // By place of a code: 1 where it is asked about. Reading a code's pairs in a row beats searching among them.
    const isAsked = new Uint8Array(codes.length);
    for (const place of places) isAsked[place] = 1;
    const found: PairInForce[] = [];
    for (const first of places) {
      const end = starts[first + 1] ?? 0;
      for (let at = starts[first] ?? 0; at < end; at += 1) {
        const second = seconds[at] ?? 0;
        if (isAsked[second] === 0) continue;
        const pair = this.#pairAt({ at, first, second, day });
        if (pair) found.push(pair);
      }
    }
    return found;
  }

  #code(place: number): string {
    return procedureOfKey(this.#arrays.codes[place] ?? 0);
  }

  /** Undefined when it is not in force on that day. */
  #pairAt({ at, first, second, day }: PlaceOfPair): PairInForce | undefined {
    const { kinds, kindFrom, kindTo, kindIndicator, kindReason } = this.#arrays;
    const kind = kinds[at] ?? 0;
    const indicator = kindIndicator[kind];
    const from = kindFrom[kind] ?? 0;
    const to = kindTo[kind] ?? 0;
    // The day of deletion is the last one in force.
    if (indicator === neverInForce || day < from || day > to) return undefined;
    return {
      column1: this.#code(first),
      column2: this.#code(second),
      indicator: indicator === 1 ? 1 : 0,
      from,
      to,
      rationale: this.#reasons[kindReason[kind] ?? 0] ?? "",
    };
  }
}
