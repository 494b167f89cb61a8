import type { Within } from "./filter-block.ts";
import type { Kinds } from "./kinds.ts";
import { type Block, blockSize, type NumberColumn } from "./visit-columns.ts";

/** The most blocks at once: 16 bits number their places. */
export const groupSize = 32;
const places = groupSize * blockSize;
/** Beyond it, a value and a place do not fit in one number. */
const widest = 2 ** 53 / places - 1;

interface Family {
  readonly number: number;
  /** Values above the least one, times `places`, plus the place; ascending. */
  readonly keys: Float64Array;
  /** Their places. */
  readonly places: Uint16Array;
  /** The sum of the amounts before each key, and of all. */
  readonly sums: Float64Array;
}

/** Consecutive places of a family. */
export interface Run {
  readonly family: Family;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export const sumOfRun = ({ family: { sums }, from, to }: Run) => (sums[to] ?? 0) - (sums[from] ?? 0);

/** The first index of a key that is not below this one. */
function indexOf(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The places of a group of blocks by family of kinds, each sorted by the values of one column: 18 bytes per place. The
 * sum between two values of a million visits takes 0.1 ms with them, compared to 2.4 when looking at each.
 */
export class SortedPlaces {
  readonly #blocks: readonly Block[];
  readonly #least: number;
  readonly #families: readonly Family[];

  /** Undefined if the values are too far apart. */
  static of(blocks: readonly Block[], column: NumberColumn, kinds: Kinds): SortedPlaces | undefined {
    const least = Math.min(...blocks.map(({ columns }) => columns[column].least));
    const most = Math.max(...blocks.map(({ columns }) => columns[column].most));
    return most - least > widest ? undefined : new SortedPlaces(blocks, column, kinds, least);
  }

  private constructor(blocks: readonly Block[], column: NumberColumn, kinds: Kinds, least: number) {
    this.#blocks = blocks;
    this.#least = least;
    const keys = kinds.families.map((): number[] => []);
    for (const [index, { kinds: kindAt, columns, count }] of blocks.entries()) {
      const values = columns[column];
      for (let at = 0; at < count; at += 1)
        keys[kinds.familyOf[kindAt[at] ?? 0] ?? 0]?.push(
          (values.at(at) - least) * places + index * blockSize + at,
        );
    }
    this.#families = keys.map((each, number) => {
      const sorted = Float64Array.from(each).sort();
      const sums = new Float64Array(sorted.length + 1);
      const placesOf = new Uint16Array(sorted.length);
      for (const [index, key] of sorted.entries()) {
        // Not `%`, which is slow for numbers of this size.
        const place = key - Math.floor(key / places) * places;
        const { block, at } = this.#place(place);
        placesOf[index] = place;
        sums[index + 1] = (sums[index] ?? 0) + (block?.columns.amount_minor.at(at) ?? 0);
      }
      return { number, keys: sorted, places: placesOf, sums };
    });
  }

  /** The places of some families whose value is between two bounds, both inclusive. */
  runs(families: readonly number[], { from, to }: Within): Run[] {
    const runs: Run[] = [];
    for (const number of families) {
      const family = this.#families[number];
      if (!family || family.keys.length === 0) continue;
      const first = indexOf(family.keys, (from - this.#least) * places);
      const end = indexOf(family.keys, (to + 1 - this.#least) * places);
      if (end > first) runs.push({ family, from: first, to: end });
    }
    return runs;
  }

  /** A value of a place. Amounts are read from the sums, in sequence: a block elsewhere in memory takes 100 ns. */
  value({ places: placesOf, sums }: Family, index: number, column: NumberColumn): number {
    if (column === "amount_minor") return (sums[index + 1] ?? 0) - (sums[index] ?? 0);
    const { block, at } = this.#place(placesOf[index] ?? 0);
    return block?.columns[column].at(at) ?? 0;
  }

  kind({ places: placesOf }: Family, index: number): number {
    const { block, at } = this.#place(placesOf[index] ?? 0);
    return block?.kinds[at] ?? 0;
  }

  #place(place: number): { readonly block: Block | undefined; readonly at: number } {
    return { block: this.#blocks[Math.floor(place / blockSize)], at: place % blockSize };
  }
}
