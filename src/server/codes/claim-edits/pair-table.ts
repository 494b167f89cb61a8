import { arraysOfBytes, bytesOfArrays } from "#room/server/codes/array-bytes.ts";
import { placeIn, procedureOfKey } from "./procedure-key.ts";

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

  constructor(arrays: PairArrays, reasons: readonly string[]) {
    this.#arrays = arrays;
    this.#reasons = reasons;
  }

  bytes(): Uint8Array {
    return bytesOfArrays(this.#reasons, { ...this.#arrays });
  }

  static of(bytes: Uint8Array<ArrayBuffer>): PairTable {
    const { facts, arrays } = arraysOfBytes(bytes);
    // Written by `bytes` of this class.
    return new PairTable(arrays as unknown as PairArrays, facts as readonly string[]);
  }

  /** The pairs among these codes, given by their keys, that are in force on that day (yyyymmdd). */
  among(keys: readonly number[], day: number): PairInForce[] {
    const { codes } = this.#arrays;
    const places = keys.map((key) => placeIn(codes, key)).filter((place) => place !== -1);
    const found: PairInForce[] = [];
    for (const first of places) for (const second of places) this.#take({ first, second, day }, found);
    return found;
  }

  #take({ first, second, day }: { first: number; second: number; day: number }, into: PairInForce[]): void {
    const { starts, seconds, kinds, kindFrom, kindTo, kindIndicator, kindReason, codes } = this.#arrays;
    const end = starts[first + 1] ?? 0;
    let at = firstFrom(seconds, { from: starts[first] ?? 0, end, wanted: second });
    for (; at < end && seconds[at] === second; at += 1) {
      const kind = kinds[at] ?? 0;
      const indicator = kindIndicator[kind];
      const from = kindFrom[kind] ?? 0;
      const to = kindTo[kind] ?? 0;
      // The day of deletion is the last one in force.
      if (indicator === neverInForce || day < from || day > to) continue;
      into.push({
        column1: procedureOfKey(codes[first] ?? 0),
        column2: procedureOfKey(codes[second] ?? 0),
        indicator: indicator === 1 ? 1 : 0,
        from,
        to,
        rationale: this.#reasons[kindReason[kind] ?? 0] ?? "",
      });
    }
  }
}

function firstFrom(
  seconds: Uint16Array,
  { from, end, wanted }: { from: number; end: number; wanted: number },
) {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seconds[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
