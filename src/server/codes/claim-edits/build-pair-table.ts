import { numberOf } from "#room/server/codes/rising-list.ts";
import { breathe } from "#room/server/codes/file-lines.ts";
import { type PairArrays, PairTable } from "./pair-table.ts";

export interface PairLine {
  readonly first: number;
  readonly second: number;
  readonly from: number;
  readonly to: number;
  readonly indicator: number;
  readonly rationale: string;
}

/** Two indexes and a kind in one double: 2^16 codes, 2^17 kinds. */
const maxCodes = 2 ** 16;
const maxKinds = 2 ** 17;

/** Accepts lines in any order and builds the table; only numbers are kept. */
export class PairTableBuilder {
  readonly #codes = new Map<number, number>();
  readonly #kinds = new Map<string, number>();
  readonly #kindLines: PairLine[] = [];
  readonly #reasons = new Map<string, number>();
  /** Indexes in order of arrival: first, second, kind. */
  #triples = new Uint32Array(3 * 65_536);
  #length = 0;

  get count(): number {
    return this.#length / 3;
  }

  /** False when there are more codes or kinds than in any official file. */
  add(line: PairLine): boolean {
    if (this.#length === this.#triples.length) {
      const larger = new Uint32Array(this.#triples.length * 2);
      larger.set(this.#triples);
      this.#triples = larger;
    }
    const first = numberOf(this.#codes, line.first);
    const second = numberOf(this.#codes, line.second);
    const key = `${line.from} ${line.to} ${line.indicator} ${line.rationale}`;
    const kind = numberOf(this.#kinds, key);
    if (kind === this.#kindLines.length) {
      this.#kindLines.push(line);
      numberOf(this.#reasons, line.rationale);
    }
    this.#triples[this.#length] = first;
    this.#triples[this.#length + 1] = second;
    this.#triples[this.#length + 2] = kind;
    this.#length += 3;
    return this.#codes.size <= maxCodes && this.#kinds.size <= maxKinds;
  }

  async build(): Promise<PairTable> {
    const codes = Uint32Array.from(this.#codes.keys()).sort();
    const rank = new Uint32Array(codes.length);
    for (const [place, key] of codes.entries()) rank[this.#codes.get(key) ?? 0] = place;
    const sorted = new Float64Array(this.count);
    for (let at = 0; at < sorted.length; at += 1) {
      const first = rank[this.#triples[at * 3] ?? 0] ?? 0;
      const second = rank[this.#triples[at * 3 + 1] ?? 0] ?? 0;
      sorted[at] = (first * maxCodes + second) * maxKinds + (this.#triples[at * 3 + 2] ?? 0);
    }
    await breathe();
    sorted.sort();
    await breathe();
    return new PairTable({ codes, ...split(sorted, codes.length), ...this.#kindArrays() }, [
      ...this.#reasons.keys(),
    ]);
  }

  #kindArrays(): Pick<PairArrays, "kindFrom" | "kindTo" | "kindIndicator" | "kindReason"> {
    return {
      kindFrom: Uint32Array.from(this.#kindLines, ({ from }) => from),
      kindTo: Uint32Array.from(this.#kindLines, ({ to }) => to),
      kindIndicator: Uint8Array.from(this.#kindLines, ({ indicator }) => indicator),
      kindReason: Uint16Array.from(this.#kindLines, ({ rationale }) => this.#reasons.get(rationale) ?? 0),
    };
  }
}

function split(sorted: Float64Array, codeCount: number): Pick<PairArrays, "starts" | "seconds" | "kinds"> {
  const starts = new Uint32Array(codeCount + 1);
  const seconds = new Uint16Array(sorted.length);
  const wide = new Uint32Array(sorted.length);
  let highest = 0;
  for (const [at, value] of sorted.entries()) {
    const pair = Math.floor(value / maxKinds);
    const kind = value - pair * maxKinds;
    seconds[at] = pair % maxCodes;
    wide[at] = kind;
    highest = Math.max(highest, kind);
    const next = Math.floor(pair / maxCodes) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at <= codeCount; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  return { starts, seconds, kinds: highest < 65_536 ? Uint16Array.from(wide) : wide };
}
