const farthest = 2 ** 31 - 1;

/**
 * Whole numbers, one per place, stored as their distance from the first: in four bytes each, in eight if one is too far
 * off, or not at all while they are all equal. A search reads `base` and `offsets` directly.
 */
export class Column {
  readonly #size: number;
  base = 0;
  offsets: Int32Array | Float64Array | undefined;
  /** Bounds of the values; the values at the bounds may be gone by now. */
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

  /** Away from zero, so that no value gets rounded. */
  #widen(): void {
    const { base, offsets } = this;
    this.offsets = Float64Array.from(offsets ?? [], (offset) => base + offset);
    this.base = 0;
  }
}
