const farthest = 2 ** 31 - 1;

/**
 * Whole numbers, a place for each, as their distance from the first of them: in four bytes each, in eight where one is too
 * far off, and in none at all while they are all the same. A search reads `base` and `offsets` itself.
 */
export class Column {
  readonly #size: number;
  base = 0;
  offsets: Int32Array | Float64Array | undefined;
  /** No value is less or more; there may be no such value any more. */
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;

  constructor(size: number) {
    this.#size = size;
  }

  at(place: number): number {
    return this.base + (this.offsets?.[place] ?? 0);
  }

  set(place: number, value: number): void {
    if (this.least > this.most) this.base = value;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    if (this.offsets === undefined && value === this.base) return;
    this.offsets ??= new Int32Array(this.#size);
    if (this.offsets instanceof Int32Array && Math.abs(value - this.base) > farthest) this.#widen();
    this.offsets[place] = value - this.base;
  }

  /** From zero, so that no value comes to be rounded. */
  #widen(): void {
    const { base, offsets } = this;
    this.offsets = Float64Array.from(offsets ?? [], (offset) => base + offset);
    this.base = 0;
  }
}
