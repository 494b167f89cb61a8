import { recordOf } from "#room/contract/keys-of.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import type { VisitTable } from "./visit-tables.ts";
import { needOf, numberOfDay } from "./sort-visits.ts";

/** Texts that many rows share: each is kept once, and known by a number. */
export class SharedTexts {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  #sorted: readonly string[] | undefined;
  #ranks: { readonly of: readonly string[]; readonly values: Float64Array } | undefined;

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    this.#sorted = undefined;
    return this.texts.push(text) - 1;
  }

  /** The texts in their order. */
  sorted(): readonly string[] {
    this.#sorted ??= [...this.texts].sort();
    return this.#sorted;
  }

  /** For each number the place of its text among the sorted ones. */
  ranks(): Float64Array {
    if (this.#ranks?.of !== this.sorted()) {
      const values = new Float64Array(this.texts.length);
      for (const [rank, text] of this.sorted().entries()) values[this.numberOf(text)] = rank;
      this.#ranks = { of: this.sorted(), values };
    }
    return this.#ranks.values;
  }
}

const sharedColumns = [
  "state",
  "practice_id",
  "reason",
  "reason_key",
  "currency",
  "payers",
  "providers",
  "rules",
] as const;
export type SharedColumn = (typeof sharedColumns)[number];

const numberColumns = {
  amount_minor: (row: VisitTable) => row.amount_minor,
  received_at: (row: VisitTable) => row.received_at,
  first_received_at: (row: VisitTable) => row.first_received_at,
  taken_until: (row: VisitTable) => row.taken_until,
  snoozed_until: (row: VisitTable) => row.snoozed_until,
  service_date: (row: VisitTable) => numberOfDay(row.service_date),
  need: needOf,
} as const;
export type NumberColumn = keyof typeof numberColumns;

const numberNames = keysOf(numberColumns);

/** Room for one more row doubles it. */
function grown<A extends Int32Array | Float64Array>(column: A, make: (length: number) => A): A {
  const larger = make(column.length * 2);
  larger.set(column);
  return larger;
}

/**
 * Rows beside their columns: what a list filters and sorts by stands in arrays of numbers, a place for each row. So
 * 50,000 rows are looked through in a third of a millisecond, by their own members in ten times that (`npm run bench --
 * queue-service`).
 */
export class OpenColumns {
  readonly rows: VisitTable[] = [];
  readonly #places = new Map<string, number>();
  readonly #shared = recordOf(sharedColumns, () => ({
    numbers: new Int32Array(64),
    texts: new SharedTexts(),
  }));
  readonly #numbers = recordOf(numberNames, () => new Float64Array(64));

  /** Room for what a search finds: it is used again by each, for so much new memory keeps the collector busy. */
  found = new Int32Array(64);
  #all = new Int32Array();

  /** All places, and more. */
  places(): Int32Array {
    if (this.#all.length < this.rows.length) {
      this.#all = new Int32Array(this.found.length);
      for (let place = 0; place < this.#all.length; place += 1) this.#all[place] = place;
    }
    return this.#all;
  }

  /** For each place the number of its text, and the texts by their numbers. */
  shared(column: SharedColumn): { readonly numbers: Int32Array; readonly texts: readonly string[] } {
    const { numbers, texts } = this.#shared[column];
    return { numbers, texts: texts.texts };
  }

  /** The order of a column's texts: `ranks` by their numbers. */
  orderOf(column: SharedColumn): { readonly sorted: readonly string[]; readonly ranks: Float64Array } {
    const { texts } = this.#shared[column];
    return { sorted: texts.sorted(), ranks: texts.ranks() };
  }

  numbers(column: NumberColumn): Float64Array {
    return this.#numbers[column];
  }

  placeOf(visitId: string): number | undefined {
    return this.#places.get(visitId);
  }

  /** Puts a row in the place of the one with the same visit. */
  put(row: VisitTable): void {
    const known = this.#places.get(row.visit_id);
    if (known !== undefined) return this.#set(known, row);
    this.#makeRoom();
    // At a place by chance, so that no order of the rows is the worst one for a list's first few.
    const place = Math.floor(Math.random() * (this.rows.length + 1));
    const moved = this.rows[place];
    if (moved !== undefined) this.#set(this.rows.length, moved);
    this.#set(place, row);
  }

  remove(visitId: string): void {
    const place = this.#places.get(visitId);
    if (place === undefined) return;
    this.#places.delete(visitId);
    const last = this.rows.pop();
    if (last !== undefined && last.visit_id !== visitId) this.#set(place, last);
  }

  #set(place: number, row: VisitTable): void {
    this.rows[place] = row;
    this.#places.set(row.visit_id, place);
    for (const name of sharedColumns) {
      const { numbers, texts } = this.#shared[name];
      const number = texts.numberOf(row[name]);
      numbers[place] = number;
      // The same text for all of them, so that each is in memory once; a state stays that state.
      (row as Record<SharedColumn, string>)[name] = texts.texts[number] ?? "";
    }
    for (const name of numberNames) this.#numbers[name][place] = numberColumns[name](row);
  }

  #makeRoom(): void {
    if (this.rows.length < this.#numbers.need.length) return;
    for (const name of sharedColumns)
      this.#shared[name].numbers = grown(this.#shared[name].numbers, (length) => new Int32Array(length));
    this.found = grown(this.found, (length) => new Int32Array(length));
    for (const name of numberNames)
      this.#numbers[name] = grown(this.#numbers[name], (length) => new Float64Array(length));
  }

  /** More texts than rows by so many are those of rows long gone. */
  get isWorn(): boolean {
    return sharedColumns.some((name) => this.#shared[name].texts.texts.length > this.rows.length + 100_000);
  }
}
