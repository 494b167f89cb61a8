import type { Marks } from "./kinds.ts";

/**
 * The places of a block grouped by a key, so that a caller who wants few keys can skip the rest. A sum within a day
 * takes 1.4 ms this way over 950,000 visits, compared to four when looking at each. Built in some 40 µs, two bytes per
 * place.
 */
export class GroupedPlaces {
  /** In ascending order. */
  readonly keys: Float64Array;
  /** Where each key's places begin, followed by where the last ones end. */
  readonly #starts: Uint16Array;
  readonly #places: Uint16Array;

  constructor(count: number, keyAt: (at: number) => number) {
    const counts = new Map<number, number>();
    for (let at = 0; at < count; at += 1) {
      const key = keyAt(at);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    this.keys = Float64Array.from(counts.keys()).sort();
    this.#starts = new Uint16Array(this.keys.length + 1);
    this.#places = new Uint16Array(count);
    const next = new Map<number, number>();
    let start = 0;
    for (const [index, key] of this.keys.entries()) {
      next.set(key, start);
      start += counts.get(key) ?? 0;
      this.#starts[index + 1] = start;
    }
    for (let at = 0; at < count; at += 1) {
      const key = keyAt(at);
      const place = next.get(key) ?? 0;
      this.#places[place] = at;
      next.set(key, place + 1);
    }
  }

  #countAt(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }

  count(isWanted: Marks): number {
    let count = 0;
    for (let index = 0; index < this.keys.length; index += 1)
      if (isWanted[this.keys[index] ?? 0] === -1) count += this.#countAt(index);
    return count;
  }

  /** Writes the places of the wanted keys to the beginning of a list. */
  put(isWanted: Marks, list: Int32Array): number {
    let count = 0;
    for (let index = 0; index < this.keys.length; index += 1) {
      if (isWanted[this.keys[index] ?? 0] !== -1) continue;
      const end = this.#starts[index + 1] ?? 0;
      for (let place = this.#starts[index] ?? 0; place < end; place += 1) {
        list[count] = this.#places[place] ?? 0;
        count += 1;
      }
    }
    return count;
  }

  /** The places whose key is between two bounds, both inclusive. */
  within({ from, to }: { readonly from: number; readonly to: number }): Uint16Array {
    const first = this.keys.findIndex((key) => key >= from);
    const last = this.keys.findLastIndex((key) => key <= to);
    if (first === -1 || last < first) return this.#places.subarray(0, 0);
    return this.#places.subarray(this.#starts[first], this.#starts[last + 1]);
  }
}
