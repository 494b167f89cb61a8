import { arraysOfBytes, bytesOfArrays } from "#room/server/codes/array-bytes.ts";
import { placeIn } from "#room/server/codes/rising-list.ts";
import type { KeyedProcedure } from "./procedure-key.ts";

/**
 * The pairs of one file, in four bytes each, since the details of pairs (dates, indicator, rationale) come in only a
 * few thousand combinations. Ascending by first code, then by second.
 */
export interface PairArrays {
  /** The codes as numbers, ascending; a code is identified by its index. */
  readonly codes: Uint32Array;
  /** By code: where its pairs begin. One entry more than there are codes. */
  readonly starts: Uint32Array;
  /** By pair: the index of the second code, and of the details. */
  readonly seconds: Uint16Array;
  readonly kinds: Uint16Array | Uint32Array;
  /** By details: first and last day as yyyymmdd (no last day: 99999999), indicator, index of the rationale. */
  readonly kindFrom: Uint32Array;
  readonly kindTo: Uint32Array;
  readonly kindIndicator: Uint8Array;
  readonly kindReason: Uint16Array;
}

export const noLastDay = 99_999_999;

export interface PairInForce {
  readonly column1: string;
  readonly column2: string;
  readonly indicator: 0 | 1;
  readonly from: number;
  /** noLastDay if it has none. */
  readonly to: number;
  readonly rationale: string;
}

/** Deleted as of its first day: it was never in force. */
const neverInForce = 9;

export class PairTable {
  readonly #arrays: PairArrays;
  readonly #reasons: readonly string[];
  /** By code index: its position in the request, from 1. All 0 between requests. */
  #orderIn: Uint16Array | undefined;

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

  /** The pairs among these codes in force on a day (yyyymmdd). */
  among(procedures: readonly KeyedProcedure[], day: number): PairInForce[] {
    const { codes, starts, seconds } = this.#arrays;
    const orderIn = (this.#orderIn ??= new Uint16Array(codes.length));
    const places = procedures.map(({ key }) => placeIn(codes, key));
    for (const [at, place] of places.entries()) if (place !== -1) orderIn[place] = at + 1;
    const found: PairInForce[] = [];
    for (const [column1, first] of places.entries()) {
      const end = starts[first + 1] ?? 0;
      // Scanning a code's pairs in order is faster than searching them.
      for (let at = starts[first] ?? end; at < end; at += 1) {
        const column2 = orderIn[seconds[at] ?? 0] ?? 0;
        if (column2 === 0) continue;
        const inForce = this.#inForce(at, day);
        if (inForce)
          found.push({
            column1: procedures[column1]?.code ?? "",
            column2: procedures[column2 - 1]?.code ?? "",
            ...inForce,
          });
      }
    }
    for (const place of places) if (place !== -1) orderIn[place] = 0;
    return found;
  }

  #inForce(at: number, day: number): Omit<PairInForce, "column1" | "column2"> | undefined {
    const { kinds, kindFrom, kindTo, kindIndicator, kindReason } = this.#arrays;
    const kind = kinds[at] ?? 0;
    const indicator = kindIndicator[kind];
    const from = kindFrom[kind] ?? 0;
    const to = kindTo[kind] ?? 0;
    // The deletion date is the last day in force.
    if (indicator === neverInForce || day < from || day > to) return undefined;
    return {
      indicator: indicator === 1 ? 1 : 0,
      from,
      to,
      rationale: this.#reasons[kindReason[kind] ?? 0] ?? "",
    };
  }
}
