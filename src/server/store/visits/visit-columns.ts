import { recordOf } from "#room/contract/keys-of.ts";
import { Column } from "./column.ts";
import { GroupedPlaces } from "./grouped-places.ts";
import { numberOfDay } from "./sort-visits.ts";
import { Kinds, type Shared } from "./kinds.ts";
import { KeptTallies } from "./tally.ts";
import { compareIds, type IdWords, PlacesOfIds, wordsOfId } from "./visit-ids.ts";
import type { VisitTable } from "./visit-tables.ts";

export const numberColumns = [
  "amount_minor",
  "received_at",
  "first_received_at",
  "service_date",
  "taken_until",
  "snoozed_until",
] as const;
export type NumberColumn = (typeof numberColumns)[number];

/** The members by which visits are found. */
export type ColumnRow = Shared & Pick<VisitTable, "visit_id" | NumberColumn>;

export const blockSize = 2048;
/** More unused kinds than this, and the columns are worth rebuilding: they belong to visits long gone. */
const mostUnused = 100_000;

let lastChange = 0;

/** A block of visits. A search skips it if nothing in it can match or be among the first. */
export class Block {
  readonly ids: Uint32Array;
  readonly kinds: Int32Array;
  readonly columns: Readonly<Record<NumberColumn, Column>>;
  /** Lower and upper bounds of the ids. */
  minId: IdWords | undefined;
  maxId: IdWords | undefined;
  /** The number of its last change. Numbers are unique and ascending across all blocks. */
  changedAt = 0;
  #count = 0;
  #byKind: GroupedPlaces | undefined;

  constructor(size: number) {
    this.ids = new Uint32Array(4 * size);
    this.kinds = new Int32Array(size);
    this.columns = recordOf(numberColumns, () => new Column(size));
  }

  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
    this.#changed();
  }

  /** Valid until a visit changes. */
  get byKind(): GroupedPlaces {
    this.#byKind ??= new GroupedPlaces(this.kinds.subarray(0, this.#count));
    return this.#byKind;
  }

  #changed(): void {
    lastChange += 1;
    this.changedAt = lastChange;
    this.#byKind = undefined;
  }

  idAt(at: number): IdWords {
    const { ids } = this;
    return [ids[4 * at] ?? 0, ids[4 * at + 1] ?? 0, ids[4 * at + 2] ?? 0, ids[4 * at + 3] ?? 0];
  }

  set(at: number, id: IdWords, kind: number, valueOf: (column: NumberColumn) => number): void {
    for (let word = 0; word < 4; word += 1) this.ids[4 * at + word] = id[word] ?? 0;
    if (!this.minId || compareIds(id, this.minId) < 0) this.minId = id;
    if (!this.maxId || compareIds(id, this.maxId) > 0) this.maxId = id;
    this.kinds[at] = kind;
    this.#changed();
    for (const column of numberColumns) this.columns[column].set(at, valueOf(column));
  }
}

/**
 * Visits as columns of numbers: 45 bytes per visit, compared to 500 for a row. Any search takes one to three
 * milliseconds for a million and a tenth of one for 50,000; SQL takes up to half a second (`npm run bench --
 * queue-service`).
 */
export class VisitColumns {
  readonly blocks: Block[] = [];
  readonly kinds = new Kinds();
  readonly tallies = new KeptTallies();
  readonly #places = new PlacesOfIds();
  readonly #perBlock: number;
  #count = 0;
  constructor(perBlock = blockSize) {
    this.#perBlock = perBlock;
  }

  get count(): number {
    return this.#count;
  }

  /** True when rebuilding is better. */
  get needsRebuild(): boolean {
    return this.kinds.list.length > this.#count + mostUnused;
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

  /** Subtracts the visit at a place from the totals of its kind. */
  #uncount(place: number): void {
    const { block, at } = this.#at(place);
    const kind = this.kinds.list[block?.kinds[at] ?? 0];
    if (!block || !kind) return;
    this.kinds.count(kind, -1, -block.columns.amount_minor.at(at));
  }

  /** Adds a visit, or replaces it. */
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
    const kind = this.kinds.of(row);
    this.kinds.count(kind, 1, row.amount_minor);
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

  /** The range of a column's values. */
  rangeOf(column: NumberColumn): { readonly least: number; readonly most: number } {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const { columns } of this.blocks) {
      if (columns[column].least < least) least = columns[column].least;
      if (columns[column].most > most) most = columns[column].most;
    }
    return { least, most };
  }
}
