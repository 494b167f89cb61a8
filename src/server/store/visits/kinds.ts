import { recordOf } from "#room/contract/keys-of.ts";
import { reasonKey } from "./visit-after.ts";
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
type SharedMember = (typeof sharedMembers)[number];
export type Shared = Pick<VisitTable, SharedMember>;

/** What many visits have in common; each combination is stored once. */
export interface Kind extends Shared {
  readonly number: number;
}

/** A selection of kinds by number: -1 (all bits set) or 0. */
export type Marks = Int32Array;

/** The distinct texts of one member, and which of them each kind has. */
class Texts {
  readonly #codes = new Map<string, number>();
  readonly texts: string[] = [];
  readonly ofKinds: number[] = [];

  add(text: string): void {
    const code = this.#codes.get(text) ?? this.texts.length;
    if (code === this.texts.length) {
      this.#codes.set(text, code);
      this.texts.push(text);
    }
    this.ofKinds.push(code);
  }
}

export type KindTests = Partial<Record<SharedMember, (text: string) => boolean>>;

/**
 * The kinds. A clinic with many payers, some of them secondary, has ten thousand: a filter tests the few distinct texts
 * and looks up which kinds have them. That takes 0.1 ms, compared to 5 when testing each kind.
 */
export class Kinds {
  readonly list: Kind[] = [];
  /** The number of visits of each kind, and the sum of their amounts. */
  readonly visits: number[] = [];
  readonly minors: number[] = [];
  /** By the number of a kind: the family of those with the same state, practice and currency. */
  readonly familyOf: number[] = [];
  /** By the number of a family: its first kind. */
  readonly families: number[] = [];
  readonly #familyNumbers = new Map<string, number>();
  readonly #known = new Map<string, Kind>();
  readonly #members = recordOf(sharedMembers, () => new Texts());
  #ranks: { readonly of: number; readonly values: Float64Array; readonly sorted: readonly string[] } = {
    of: 0,
    values: new Float64Array(),
    sorted: [],
  };

  of(row: Shared): Kind {
    const { state, practice_id, reason, currency, payers, providers, rules, taken_by } = row;
    // No stored text contains a NUL.
    const key = `${state}\0${practice_id}\0${reason}\0${currency}\0${payers}\0${providers}\0${rules}\0${taken_by ?? ""}`;
    const known = this.#known.get(key);
    if (known) return known;
    const number = this.list.length;
    const kind = { state, practice_id, reason, currency, payers, providers, rules, taken_by, number };
    for (const member of sharedMembers) this.#members[member].add(row[member] ?? "");
    this.list.push(kind);
    this.visits.push(0);
    this.minors.push(0);
    const family = `${state}\0${practice_id}\0${currency}`;
    const familyNumber = this.#familyNumbers.get(family) ?? this.families.length;
    if (familyNumber === this.families.length) this.families.push(number);
    this.#familyNumbers.set(family, familyNumber);
    this.familyOf.push(familyNumber);
    this.#known.set(key, kind);
    return kind;
  }

  /** The families that have a marked kind, and whether they have no other. */
  familiesOf(marks: Marks): { readonly families: readonly number[]; readonly areWhole: boolean } {
    const families = new Set<number>();
    const others = new Set<number>();
    for (let kind = 0; kind < marks.length; kind += 1)
      if (this.visits[kind] !== 0) (marks[kind] === -1 ? families : others).add(this.familyOf[kind] ?? 0);
    return { families: [...families], areWhole: ![...families].some((each) => others.has(each)) };
  }

  count({ number }: Kind, visits: number, minor: number): void {
    this.visits[number] = (this.visits[number] ?? 0) + visits;
    this.minors[number] = (this.minors[number] ?? 0) + minor;
  }

  /** The kinds that visits have and whose texts pass. */
  mark(tests: KindTests): Marks {
    const { visits } = this;
    const marks = new Int32Array(visits.length);
    for (let kind = 0; kind < marks.length; kind += 1) marks[kind] = visits[kind] === 0 ? 0 : -1;
    for (const member of sharedMembers) {
      const test = tests[member];
      if (!test) continue;
      const { texts, ofKinds } = this.#members[member];
      const holds = Int32Array.from(texts, (text) => (test(text) ? -1 : 0));
      if (!holds.includes(0)) continue;
      for (let kind = 0; kind < marks.length; kind += 1)
        marks[kind] = (marks[kind] ?? 0) & (holds[ofKinds[kind] ?? 0] ?? 0);
    }
    return marks;
  }

  /** The sums of the marked kinds, by currency. */
  sums(marks: Marks): (readonly [currency: string, count: number, minor: number])[] {
    const { texts, ofKinds } = this.#members.currency;
    const sums = texts.map((currency) => ({ currency, count: 0, minor: 0 }));
    for (let kind = 0; kind < marks.length; kind += 1) {
      const sum = marks[kind] === 0 ? undefined : sums[ofKinds[kind] ?? 0];
      if (!sum) continue;
      sum.count += this.visits[kind] ?? 0;
      sum.minor += this.minors[kind] ?? 0;
    }
    return sums
      .filter(({ count }) => count > 0)
      .map(({ currency, count, minor }) => [currency, count, minor]);
  }

  /** The rank of each kind's reason, and the reasons in order. */
  reasonOrder(): { readonly values: Float64Array; readonly sorted: readonly string[] } {
    if (this.#ranks.of !== this.list.length) {
      const { texts, ofKinds } = this.#members.reason;
      const keys = texts.map((reason) => reasonKey(reason));
      const sorted = [...new Set(keys)].toSorted((a, b) => (a < b ? -1 : 1));
      const rankOf = new Map(sorted.map((key, rank) => [key, rank]));
      const ranks = keys.map((key) => rankOf.get(key) ?? 0);
      const values = Float64Array.from(ofKinds, (code) => ranks[code] ?? 0);
      this.#ranks = { of: this.list.length, values, sorted };
    }
    return this.#ranks;
  }
}
