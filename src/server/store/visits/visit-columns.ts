import { recordOf } from "#room/contract/keys-of.ts";
import { Column } from "./column.ts";
import { numberOfDay } from "./sort-visits.ts";
import { KeptTallies } from "./tally.ts";
import { reasonKey } from "./visit-after.ts";
import { compareIds, type IdWords, PlacesOfIds, wordsOfId } from "./visit-ids.ts";
import type { VisitTable } from "./visit-tables.ts";

export const sharedMembers = [
  "state",
  "practice_id",
  "reason",
  "currency",
  "payers",
  "providers",
  "rules",
  "taken_by",
] as const;
type Shared = Pick<VisitTable, (typeof sharedMembers)[number]>;

export const numberColumns = [
  "amount_minor",
  "received_at",
  "first_received_at",
  "service_date",
  "taken_until",
  "snoozed_until",
] as const;
export type NumberColumn = (typeof numberColumns)[number];

/** What a visit is found by. */
export type ColumnRow = Shared & Pick<VisitTable, "visit_id" | NumberColumn>;

/** What many visits have in common: each combination is kept once. How many they are and come to is counted along. */
export interface Kind extends Shared {
  readonly reason_key: string;
  readonly number: number;
  visits: number;
  minor: number;
}

export const blockSize = 2048;
/** More kinds that no visit has are those of visits long gone. */
const mostUnused = 100_000;

/** A part of the visits. A search passes over it where nothing in it can be found or be among the first. */
export class Block {
  readonly ids: Uint32Array;
  readonly kinds: Int32Array;
  readonly columns: Readonly<Record<NumberColumn, Column>>;
  /** No id comes before the one or behind the other. */
  leastId: IdWords | undefined;
  mostId: IdWords | undefined;
  count = 0;

  constructor(size: number) {
    this.ids = new Uint32Array(4 * size);
    this.kinds = new Int32Array(size);
    this.columns = recordOf(numberColumns, () => new Column(size));
  }

  idAt(at: number): IdWords {
    const { ids } = this;
    return [ids[4 * at] ?? 0, ids[4 * at + 1] ?? 0, ids[4 * at + 2] ?? 0, ids[4 * at + 3] ?? 0];
  }

  set(at: number, id: IdWords, kind: number, valueOf: (column: NumberColumn) => number): void {
    for (let word = 0; word < 4; word += 1) this.ids[4 * at + word] = id[word] ?? 0;
    if (!this.leastId || compareIds(id, this.leastId) < 0) this.leastId = id;
    if (!this.mostId || compareIds(id, this.mostId) > 0) this.mostId = id;
    this.kinds[at] = kind;
    for (const column of numberColumns) this.columns[column].set(at, valueOf(column));
  }
}

/**
 * Visits as columns of numbers: 45 bytes a visit, where a row takes 500. A million are searched in one to three
 * milliseconds, 50,000 in a tenth of one, whatever is asked of them; SQL takes up to half a second (`npm run bench --
 * queue-service`).
 */
export class VisitColumns {
  readonly blocks: Block[] = [];
  readonly kinds: Kind[] = [];
  readonly tallies = new KeptTallies();
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

  /** Better read anew. */
  get isWorn(): boolean {
    return this.kinds.length > this.#count + mostUnused;
  }

  #at(place: number): { block: Block | undefined; at: number } {
    return { block: this.blocks[Math.floor(place / this.#perBlock)], at: place % this.#perBlock };
  }

  #idAt(place: number): IdWords {
    const { block, at } = this.#at(place);
    return block?.idAt(at) ?? [0, 0, 0, 0];
  }

  #isAt(place: number, id: IdWords): boolean {
    const ids = this.blocks[Math.floor(place / this.#perBlock)]?.ids;
    const at = 4 * (place % this.#perBlock);
    return ids?.[at + 3] === id[3] && ids[at + 2] === id[2] && ids[at + 1] === id[1] && ids[at] === id[0];
  }

  #placeOf(id: IdWords): number | undefined {
    return this.#places.placeOf(id, (place) => this.#isAt(place, id));
  }

  placeOf(visitId: string): { readonly block: Block; readonly at: number } | undefined {
    const place = this.#placeOf(wordsOfId(visitId));
    if (place === undefined) return undefined;
    const { block, at } = this.#at(place);
    return block && { block, at };
  }

  #kind(row: Shared): Kind {
    const { state, practice_id, reason, currency, payers, providers, rules, taken_by } = row;
    // No stored text has a zero in it.
    const key = `${state}\0${practice_id}\0${reason}\0${currency}\0${payers}\0${providers}\0${rules}\0${taken_by ?? ""}`;
    const known = this.#kindOf.get(key);
    if (known) return known;
    const shared = { state, practice_id, reason, currency, payers, providers, rules, taken_by };
    const kind = {
      ...shared,
      reason_key: reasonKey(reason),
      number: this.kinds.length,
      visits: 0,
      minor: 0,
    };
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
    kind.minor -= block.columns.amount_minor.at(at);
  }

  /** Puts a visit in the place of the same one. */
  put(row: ColumnRow): void {
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
    block.set(at, id, kind.number, (column) =>
      column === "service_date" ? numberOfDay(row.service_date) : row[column],
    );
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
      block.set(at, moved, from.kinds[lastAt] ?? 0, (column) => from.columns[column].at(lastAt));
      this.#places.move(moved, last, place);
    }
    from.count -= 1;
    this.#count = last;
    if (from.count === 0) this.blocks.pop();
  }

  /** Between which values a column lies. */
  rangeOf(column: NumberColumn): { readonly least: number; readonly most: number } {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const { columns } of this.blocks) {
      if (columns[column].least < least) least = columns[column].least;
      if (columns[column].most > most) most = columns[column].most;
    }
    return { least, most };
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
