import type { Marks } from "./kinds.ts";
import { type Order, needOf, numberOfDay, sortColumns } from "./sort-visits.ts";
import { type Block, blockSize, type VisitColumns } from "./visit-columns.ts";
import { compareIds, type IdWords, idOfWords, wordsOfId } from "./visit-ids.ts";
import type { SortKey } from "./visit-types.ts";

/** Values before the sign is applied: a base, plus an offset for each place. */
interface Values {
  readonly base: number;
  readonly offsets: Int32Array | Float64Array;
}

/** How visits are ordered by a column; the least value comes first. */
interface ColumnOrder {
  readonly valuesOf: (block: Block) => Values;
  /** -1 if the largest come first. */
  readonly sign: 1 | -1;
  /** A lower bound for all places of the block. */
  readonly leastOf: (block: Block) => number;
  readonly numberOf: (key: SortKey[0]) => number;
  readonly keyOf: (value: number) => SortKey[0];
}

function dayOfNumber(number: number): string {
  const digits = String(number).padStart(8, "0");
  return number === 0 ? "" : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

const zeros = new Int32Array(blockSize);
/** The values of one block, if no column stores them. */
const ofBlock = new Float64Array(blockSize);

function orderByNeed(sign: 1 | -1): ColumnOrder {
  const need = (first_received_at: number, amount_minor: number) =>
    needOf({ first_received_at, amount_minor });
  return {
    valuesOf: ({ columns: { first_received_at, amount_minor }, count }) => {
      for (let at = 0; at < count; at += 1) ofBlock[at] = need(first_received_at.at(at), amount_minor.at(at));
      return { base: 0, offsets: ofBlock };
    },
    sign,
    leastOf: ({ columns: { first_received_at, amount_minor } }) =>
      sign === 1
        ? need(first_received_at.least, amount_minor.most)
        : -need(first_received_at.most, amount_minor.least),
    numberOf: (key) => sign * Number(key),
    keyOf: (value) => sign * value + 0,
  };
}

function orderByReason(columns: VisitColumns, wanted: Marks, sign: 1 | -1): ColumnOrder {
  const { values, sorted } = columns.kinds.reasonOrder();
  const before = (key: SortKey[0]) => sorted.filter((each) => each < key).length;
  let least = Number.POSITIVE_INFINITY;
  for (const [kind, value] of values.entries())
    if (wanted[kind] === -1) least = Math.min(least, sign * value);
  return {
    valuesOf: ({ kinds, count }) => {
      for (let at = 0; at < count; at += 1) ofBlock[at] = values[kinds[at] ?? 0] ?? 0;
      return { base: 0, offsets: ofBlock };
    },
    sign,
    leastOf: () => least,
    // A key that no visit has sorts between two.
    numberOf: (key) => sign * (sorted[before(key)] === key ? before(key) : before(key) - 0.5),
    keyOf: (value) => sorted[sign * value] ?? "",
  };
}

/** The sort order of the visits of the wanted kinds. */
function orderOf(columns: VisitColumns, wanted: Marks, { sort, isDescending }: Order): ColumnOrder {
  const sign = isDescending ? -1 : 1;
  if (sort === "need") return orderByNeed(sign);
  const column = sortColumns[sort];
  if (column === "reason_key") return orderByReason(columns, wanted, sign);
  return {
    valuesOf: ({ columns: { [column]: of } }) => ({ base: of.base, offsets: of.offsets ?? zeros }),
    sign,
    leastOf: ({ columns: { [column]: of } }) => (isDescending ? -of.most : of.least),
    numberOf: (key) => sign * (typeof key === "string" ? numberOfDay(key) : key),
    // Avoids negative zero.
    keyOf: (value) => (column === "service_date" ? dayOfNumber(sign * value) : sign * value + 0),
  };
}

interface Place {
  readonly block: Block;
  readonly at: number;
  readonly value: number;
}

/** Keeps the first places offered, up to a limit, that come after a given place in the order. */
export class FirstPlaces {
  readonly #order: ColumnOrder;
  readonly #limit: number;
  readonly #after: { readonly value: number; readonly id: IdWords } | undefined;
  readonly #found: Place[] = [];
  /** The last of them once the limit is reached. */
  #worst: { readonly value: number; readonly id: IdWords } | undefined;

  constructor(
    columns: VisitColumns,
    wanted: Marks,
    page: Order & { readonly after: SortKey | undefined; readonly limit: number },
  ) {
    const order = orderOf(columns, wanted, page);
    this.#order = order;
    this.#limit = page.limit;
    this.#after = page.after && { value: order.numberOf(page.after[0]), id: wordsOfId(page.after[1]) };
  }

  #firstIdOf({ minId, maxId }: Block): IdWords {
    return (this.#order.sign === 1 ? minId : maxId) ?? [0, 0, 0, 0];
  }

  #compare(value: number, id: IdWords, other: { readonly value: number; readonly id: IdWords }): number {
    return value - other.value || this.#order.sign * compareIds(id, other.id);
  }

  /** Blocks that may contain the first places come first. */
  sorted(blocks: readonly Block[]): Block[] {
    const best = blocks.map((block) => ({
      block,
      value: this.#order.leastOf(block),
      id: this.#firstIdOf(block),
    }));
    return best.sort((a, b) => this.#compare(a.value, a.id, b)).map(({ block }) => block);
  }

  /** True when nothing in the block can be among the first. */
  isPast(block: Block): boolean {
    const worst = this.#worst;
    return (
      worst !== undefined && this.#compare(this.#order.leastOf(block), this.#firstIdOf(block), worst) > 0
    );
  }

  offer(block: Block, places: Int32Array, count: number): void {
    const { sign } = this.#order;
    const { base, offsets } = this.#order.valuesOf(block);
    const from = this.#after?.value ?? Number.NEGATIVE_INFINITY;
    let worst = this.#worst?.value ?? Number.POSITIVE_INFINITY;
    let worstWord = this.#worst?.id[0] ?? 0;
    // Later arrivals are at the end of a block, and mostly of the order too: starting at the right end, few have to be
    // moved.
    for (let step = 0; step < count; step += 1) {
      const at = places[sign === -1 ? count - 1 - step : step] ?? 0;
      const value = sign * (base + (offsets[at] ?? 0));
      if (value > worst || value < from) continue;
      // With a million equal values nearly all end here: 1 ms, compared to 6 with whole ids.
      if (value === worst && sign * ((block.ids[4 * at] ?? 0) - worstWord) > 0) continue;
      this.#put({ block, at, value });
      worst = this.#worst?.value ?? worst;
      worstWord = this.#worst?.id[0] ?? worstWord;
    }
  }

  #put(place: Place): void {
    const { block, at, value } = place;
    const id = block.idAt(at);
    if (this.#after && this.#compare(value, id, this.#after) <= 0) return;
    if (this.#worst && this.#compare(value, id, this.#worst) >= 0) return;
    const found = this.#found;
    let low = 0;
    let high = found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = found[middle];
      if (other && this.#compare(value, id, { value: other.value, id: other.block.idAt(other.at) }) > 0)
        low = middle + 1;
      else high = middle;
    }
    found.splice(low, 0, place);
    if (found.length > this.#limit) found.pop();
    const last = found.length === this.#limit ? found.at(-1) : undefined;
    if (last) this.#worst = { value: last.value, id: last.block.idAt(last.at) };
  }

  keys(): SortKey[] {
    return this.#found.map(({ block, at, value }) => [this.#order.keyOf(value), idOfWords(block.idAt(at))]);
  }
}
