import { arraysOfBytes, bytesOfArrays } from "#room/server/codes/array-bytes.ts";
import { placeIn } from "#room/server/codes/rising-list.ts";

/** By code, ascending: the number of units, how they are counted (1 per line, 2 and 3 per day), and why. */
interface LimitArrays {
  readonly codes: Uint32Array;
  readonly values: Uint32Array;
  readonly indicators: Uint8Array;
  readonly reasons: Uint16Array;
}

export interface UnitLimit {
  readonly value: number;
  readonly indicator: 1 | 2 | 3;
  readonly rationale: string;
}

export class LimitTable {
  readonly #arrays: LimitArrays;
  readonly #reasons: readonly string[];

  constructor(arrays: LimitArrays, reasons: readonly string[]) {
    this.#arrays = arrays;
    this.#reasons = reasons;
  }

  static from(limits: ReadonlyMap<number, UnitLimit>): LimitTable {
    const codes = Uint32Array.from(limits.keys()).sort();
    const reasons = [...new Set(Array.from(limits.values(), ({ rationale }) => rationale))];
    const places = new Map(reasons.map((reason, place) => [reason, place]));
    const inOrder = Array.from(codes, (key) => limits.get(key));
    const arrays = {
      codes,
      values: Uint32Array.from(inOrder, (limit) => limit?.value ?? 0),
      indicators: Uint8Array.from(inOrder, (limit) => limit?.indicator ?? 0),
      reasons: Uint16Array.from(inOrder, (limit) => places.get(limit?.rationale ?? "") ?? 0),
    };
    return new LimitTable(arrays, reasons);
  }

  bytes(): Uint8Array {
    return bytesOfArrays(this.#reasons, { ...this.#arrays });
  }

  static of(bytes: Uint8Array): LimitTable {
    // Written by `bytes` of this class.
    const { facts, arrays } = arraysOfBytes<readonly string[], LimitArrays>(bytes);
    return new LimitTable(arrays, facts);
  }

  /** Undefined: no limit is published, which does not mean that there is none. */
  limitOf(key: number): UnitLimit | undefined {
    const { codes, values, indicators, reasons } = this.#arrays;
    const place = placeIn(codes, key);
    if (place === -1) return undefined;
    const indicator = indicators[place];
    return {
      value: values[place] ?? 0,
      indicator: indicator === 1 ? 1 : indicator === 2 ? 2 : 3,
      rationale: this.#reasons[reasons[place] ?? 0] ?? "",
    };
  }
}
