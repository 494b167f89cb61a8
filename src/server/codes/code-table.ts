import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { codeOfKey, keyAfter, keyOfCode } from "./code-key.ts";
import type { LoadedSet } from "./loaded-set.ts";
import { firstPlace, lowerBound, placeIn } from "./rising-list.ts";

/** The systems searched here; procedures are searched through their own book. */
export type TableSystem = CodeSystem | "HCPCS";

/**
 * All codes of one system over all its sets, in flat arrays: four years take about 20 MB, and are read from the store
 * without conversion. A code is identified by its index; a set by its index in `sets`.
 */
export interface CodeArrays {
  /** Codes as numbers, ascending. */
  readonly keys: Float64Array;
  /** By code: a bit for each set that contains it, and for each in which it is billable. */
  readonly present: Uint32Array;
  readonly billable: Uint32Array;
  /** By code: its title in the newest set that contains it. */
  readonly titleOf: Uint32Array;
  /** Triples of code, set bits and title, for titles that older sets word differently. Ascending by code. */
  readonly revisions: Uint32Array;
  readonly titleStarts: Uint32Array;
  /** Concatenated titles in ISO-8859-1. */
  readonly titles: Uint8Array;
  /** The words of the titles, one per line, sorted; and the codes of each word. */
  readonly words: Uint8Array;
  readonly postingStarts: Uint32Array;
  readonly postings: Uint32Array;
  /** By code: its words in title order. At most 65,536 distinct ones. */
  readonly codeWordStarts: Uint32Array;
  readonly codeWords: Uint16Array;
  /** By code: its rank among equal matches; 0 is best. */
  readonly rankPenalty: Uint8Array;
}

export class CodeTable<System extends TableSystem = TableSystem> {
  readonly system: System;
  /** Oldest first; a set's index is its bit. */
  readonly sets: readonly LoadedSet[];
  readonly arrays: CodeArrays;
  readonly words: readonly string[];
  readonly #titles: Buffer;
  #byRankPenalty: Uint32Array | undefined;

  constructor(system: System, sets: readonly LoadedSet[], arrays: CodeArrays) {
    this.system = system;
    this.sets = sets;
    this.arrays = arrays;
    this.#titles = asBuffer(arrays.titles);
    const text = asBuffer(arrays.words).toString("latin1");
    this.words = text === "" ? [] : text.split("\n");
  }

  /** All codes, most commonly meant first. */
  get byRankPenalty(): Uint32Array {
    this.#byRankPenalty ??= sortedBy(this.arrays.rankPenalty);
    return this.#byRankPenalty;
  }

  /** The index of the set in force on a day; -1 if none is loaded. */
  setOn(date: string): number {
    return this.sets.findLastIndex((set) => set.inForceFrom <= date && date <= set.inForceTo);
  }

  /** -1 if no loaded set contains the code. */
  indexOf(bare: string): number {
    return placeIn(this.arrays.keys, keyOfCode(bare));
  }

  /** The codes with that beginning, from the first (inclusive) to the second (exclusive). */
  rangeOf(prefix: string): readonly [number, number] {
    const { keys } = this.arrays;
    return [lowerBound(keys, keyOfCode(prefix)), lowerBound(keys, keyAfter(prefix))];
  }

  codeAt(index: number): string {
    return codeOfKey(this.arrays.keys[index] ?? 0);
  }

  isIn(index: number, set: number): boolean {
    return (((this.arrays.present[index] ?? 0) >>> set) & 1) === 1;
  }

  isBillableIn(index: number, set: number): boolean {
    return (((this.arrays.billable[index] ?? 0) >>> set) & 1) === 1;
  }

  /** The title as worded in that set. */
  titleIn(index: number, set: number): string {
    const { revisions, titleOf } = this.arrays;
    for (let at = this.#firstRevision(index); revisions[at] === index; at += 3) {
      if ((((revisions[at + 1] ?? 0) >>> set) & 1) === 1) return this.#title(revisions[at + 2] ?? 0);
    }
    return this.#title(titleOf[index] ?? 0);
  }

  #firstRevision(index: number): number {
    const { revisions } = this.arrays;
    return firstPlace(revisions.length / 3, (place) => (revisions[place * 3] ?? 0) < index) * 3;
  }

  #title(title: number): string {
    const { titleStarts } = this.arrays;
    return this.#titles.toString("latin1", titleStarts[title] ?? 0, titleStarts[title + 1] ?? 0);
  }
}

export type DiagnosisTable = CodeTable<CodeSystem>;

/** The indexes of the values, lowest value first. */
function sortedBy(values: Uint8Array): Uint32Array {
  return Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
