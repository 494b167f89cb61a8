import type { VisitTable } from "./visit-tables.ts";
import { numberOfDay } from "./sort-visits.ts";
import type { Tally } from "./tally.ts";
import { reasonKey } from "./visit-after.ts";
import { compareIds, type IdWords, PlacesOfIds, wordsOfId } from "./visit-ids.ts";

const sharedMembers = ["state", "practice_id", "reason", "currency", "payers", "providers", "rules"] as const;

/** What a visit is found by. */
export type DoneRow = Pick<
  VisitTable,
  | "visit_id"
  | (typeof sharedMembers)[number]
  | "amount_minor"
  | "received_at"
  | "first_received_at"
  | "service_date"
>;

/** What many visits have in common: each combination is kept once. How many they are and come to is counted along. */
export interface Kind extends Pick<VisitTable, (typeof sharedMembers)[number] | "reason_key"> {
  readonly number: number;
  visits: number;
  minor: number;
}

export const blockSize = 2048;
export const numberColumns = ["amount_minor", "received_at", "first_received_at", "service_date"] as const;
export type NumberColumn = (typeof numberColumns)[number];

/** A part of the visits. A search passes over it where nothing in it can be found or be among the first. */
export class Block {
  readonly ids: Uint32Array;
  readonly kinds: Uint32Array;
  readonly numbers: Readonly<Record<NumberColumn, Float64Array>>;
  /** No value of a column is less or more; there may be no such value any more. */
  readonly least: Record<NumberColumn, number> = all(Number.POSITIVE_INFINITY);
  readonly most: Record<NumberColumn, number> = all(Number.NEGATIVE_INFINITY);
  /** No id comes before the one or behind the other. */
  leastId: IdWords | undefined;
  mostId: IdWords | undefined;
  count = 0;

  constructor(size: number) {
    this.ids = new Uint32Array(4 * size);
    this.kinds = new Uint32Array(size);
    const values = () => new Float64Array(size);
    this.numbers = {
      amount_minor: values(),
      received_at: values(),
      first_received_at: values(),
      service_date: values(),
    };
  }

  idAt(at: number): IdWords {
    const { ids } = this;
    return [ids[4 * at] ?? 0, ids[4 * at + 1] ?? 0, ids[4 * at + 2] ?? 0, ids[4 * at + 3] ?? 0];
  }

  set(at: number, id: IdWords, kind: number, values: Readonly<Record<NumberColumn, number>>): void {
    this.ids.set(id, 4 * at);
    if (!this.leastId || compareIds(id, this.leastId) < 0) this.leastId = id;
    if (!this.mostId || compareIds(id, this.mostId) > 0) this.mostId = id;
    this.kinds[at] = kind;
    for (const column of numberColumns) {
      const value = values[column];
      this.numbers[column][at] = value;
      if (value < this.least[column]) this.least[column] = value;
      if (value > this.most[column]) this.most[column] = value;
    }
  }

  valuesAt(at: number): Record<NumberColumn, number> {
    const { amount_minor, received_at, first_received_at, service_date } = this.numbers;
    return {
      amount_minor: amount_minor[at] ?? 0,
      received_at: received_at[at] ?? 0,
      first_received_at: first_received_at[at] ?? 0,
      service_date: service_date[at] ?? 0,
    };
  }
}

const talliesKept = 200;

/** What filters came to, until a visit changes: each page of a list asks anew. */
class Tallies {
  readonly #known = new Map<string, Tally>();

  get(key: string): Tally | undefined {
    return this.#known.get(key);
  }

  keep(key: string, tally: Tally): void {
    if (this.#known.size >= talliesKept) this.#known.clear();
    this.#known.set(key, tally);
  }

  forget(): void {
    if (this.#known.size > 0) this.#known.clear();
  }
}

function all(value: number): Record<NumberColumn, number> {
  return { amount_minor: value, received_at: value, first_received_at: value, service_date: value };
}

/**
 * The charged and closed visits as columns of numbers: 60 bytes a visit, where a row takes 500. A million are searched in
 * one to five milliseconds, whatever is asked of them; SQL takes up to half a second (`npm run bench -- queue-service`).
 */
export class DoneColumns {
  readonly blocks: Block[] = [];
  readonly kinds: Kind[] = [];
  readonly tallies = new Tallies();
  readonly #kindOf = new Map<string, Kind>();
  readonly #places = new PlacesOfIds();
  readonly #perBlock: number;
  #count = 0;
  #ranks: { readonly of: number; readonly values: Float64Array; readonly sorted: readonly string[] } = {
    of: 0,
    values: new Float64Array(),
    sorted: [],
  };

  constructor(perBlock = blockSize) {
    this.#perBlock = perBlock;
  }

  get count(): number {
    return this.#count;
  }

  #at(place: number): { block: Block | undefined; at: number } {
    return { block: this.blocks[Math.floor(place / this.#perBlock)], at: place % this.#perBlock };
  }

  #idAt(place: number): IdWords {
    const { block, at } = this.#at(place);
    return block?.idAt(at) ?? [0, 0, 0, 0];
  }

  #placeOf(id: IdWords): number | undefined {
    return this.#places.placeOf(id, (place) => this.#idAt(place).every((word, index) => word === id[index]));
  }

  #kind(row: DoneRow): Kind {
    const key = JSON.stringify(sharedMembers.map((member) => row[member]));
    const known = this.#kindOf.get(key);
    if (known) return known;
    const { state, practice_id, reason, currency, payers, providers, rules } = row;
    const reason_key = reasonKey(reason);
    const shared = { state, practice_id, reason, reason_key, currency, payers, providers, rules };
    const kind = { ...shared, number: this.kinds.length, visits: 0, minor: 0 };
    this.kinds.push(kind);
    this.#kindOf.set(key, kind);
    return kind;
  }

  /** Takes the visit at a place out of what its kind comes to. */
  #uncount(place: number): void {
    const { block, at } = this.#at(place);
    const kind = this.kinds[block?.kinds[at] ?? 0];
    if (!block || !kind) return;
    kind.visits -= 1;
    kind.minor -= block.numbers.amount_minor[at] ?? 0;
  }

  /** Puts a visit in the place of the same one. */
  put(row: DoneRow): void {
    this.tallies.forget();
    const id = wordsOfId(row.visit_id);
    const known = this.#placeOf(id);
    if (known === undefined) this.#places.add(id, this.#count, (each) => this.#idAt(each));
    else this.#uncount(known);
    const place = known ?? this.#count;
    if (place === this.blocks.length * this.#perBlock) this.blocks.push(new Block(this.#perBlock));
    const { block, at } = this.#at(place);
    if (!block) return;
    const kind = this.#kind(row);
    kind.visits += 1;
    kind.minor += row.amount_minor;
    block.set(at, id, kind.number, { ...row, service_date: numberOfDay(row.service_date) });
    if (known !== undefined) return;
    block.count += 1;
    this.#count += 1;
  }

  remove(visitId: string): void {
    const id = wordsOfId(visitId);
    const place = this.#placeOf(id);
    if (place === undefined) return;
    this.tallies.forget();
    this.#uncount(place);
    this.#places.move(id, place, undefined);
    const last = this.#count - 1;
    const { block, at } = this.#at(place);
    const { block: from, at: lastAt } = this.#at(last);
    if (!block || !from) return;
    if (last !== place) {
      const moved = from.idAt(lastAt);
      block.set(at, moved, from.kinds[lastAt] ?? 0, from.valuesAt(lastAt));
      this.#places.move(moved, last, place);
    }
    from.count -= 1;
    this.#count = last;
    if (from.count === 0) this.blocks.pop();
  }

  /** The places of the kinds' reasons in order, and the reasons. */
  reasonOrder(): { readonly values: Float64Array; readonly sorted: readonly string[] } {
    if (this.#ranks.of !== this.kinds.length) {
      const sorted = [...new Set(this.kinds.map((kind) => kind.reason_key))].toSorted((a, b) =>
        a < b ? -1 : 1,
      );
      const rankOf = new Map(sorted.map((key, rank) => [key, rank]));
      const values = Float64Array.from(this.kinds, (kind) => rankOf.get(kind.reason_key) ?? 0);
      this.#ranks = { of: this.kinds.length, values, sorted };
    }
    return this.#ranks;
  }
}
