import { Listeners } from "#room/signals/listeners.ts";
import type { EncryptedStore, UnitChange } from "./encrypted-store.ts";

type Page<Entry> = Readonly<Record<string, Entry>>;

/** Entries per page: few enough to seal a page on every change, enough to open thousands quickly. */
const pageSize = 48;

/** What accompanies a change of an entry; see UnitChange. */
export type EntryWrites = Omit<UnitChange, "unit" | "apply">;

/** A table of small entries by id, all in memory, stored sealed in pages. Pages fill in order of arrival. */
export class PagedIndex<Entry extends { readonly queued?: unknown }> {
  readonly #engine: EncryptedStore;
  readonly #prefix: string;
  readonly #entries = new Map<string, Entry>();
  readonly #pageOf = new Map<string, string>();
  readonly #idsOf = new Map<string, ReadonlySet<string>>();
  readonly #listeners = new Listeners();
  /** The pages assigned to new ids, so that two changes of a new id go to the same one. */
  readonly #arriving = new Map<string, string>();
  #last = 0;
  #inLast = 0;
  #snapshot: readonly Entry[] | undefined;
  readonly #inOrder: (a: Entry, b: Entry) => number;

  /** The ids of entries that are in the outbox. */
  readonly queued = new Set<string>();

  constructor(engine: EncryptedStore, prefix: string, inOrder: (a: Entry, b: Entry) => number) {
    this.#engine = engine;
    this.#prefix = prefix;
    this.#inOrder = inOrder;
    engine.onUnits((names) => this.#take(names));
  }

  load(): void {
    this.#take([...this.#engine.names()]);
  }

  #take(names: readonly string[]): void {
    const own = names.filter((name) => name.startsWith(this.#prefix));
    if (own.length === 0) return;
    for (const name of own) this.#takePage(name);
    this.#snapshot = undefined;
    this.#listeners.tell();
  }

  #takePage(name: string): void {
    // Units with this prefix are written by `change` below, so this is a page of these entries.
    const page = (this.#engine.value(name) ?? {}) as Page<Entry>;
    const ids = new Set(Object.keys(page));
    for (const id of this.#idsOf.get(name) ?? []) {
      if (ids.has(id) || this.#pageOf.get(id) !== name) continue;
      this.#entries.delete(id);
      this.#pageOf.delete(id);
      this.queued.delete(id);
    }
    for (const [id, entry] of Object.entries(page)) {
      this.#entries.set(id, entry);
      this.#pageOf.set(id, name);
      this.#arriving.delete(id);
      if (entry.queued === undefined) this.queued.delete(id);
      else this.queued.add(id);
    }
    this.#idsOf.set(name, ids);
    const number = Number(name.slice(this.#prefix.length));
    if (number < this.#last) return;
    this.#inLast = number > this.#last ? ids.size : Math.max(this.#inLast, ids.size);
    this.#last = number;
  }

  #pageFor(id: string): string {
    const known = this.#pageOf.get(id) ?? this.#arriving.get(id);
    if (known !== undefined) return known;
    if (this.#inLast >= pageSize) {
      this.#last += 1;
      this.#inLast = 0;
    }
    this.#inLast += 1;
    const page = `${this.#prefix}${String(this.#last)}`;
    this.#arriving.set(id, page);
    return page;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  values(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** The same array until something changes. */
  list(): readonly Entry[] {
    this.#snapshot ??= [...this.#entries.values()].sort(this.#inOrder);
    return this.#snapshot;
  }

  readonly subscribe = this.#listeners.add;

  /**
   * Returning undefined from `apply` removes the entry; returning the same object leaves it. See EncryptedStore.change for how
   * it is called.
   */
  async change(
    id: string,
    apply: (entry: Entry | undefined) => Entry | undefined,
    more: EntryWrites = {},
  ): Promise<void> {
    try {
      await this.#engine.change({
        ...more,
        unit: this.#pageFor(id),
        apply: (value) => {
          // As in #takePage: a unit with our prefix is one of our pages.
          const page = (value ?? {}) as Page<Entry>;
          const next = apply(page[id]);
          if (next === page[id]) return page;
          if (next !== undefined) return { ...page, [id]: next };
          const { [id]: _gone, ...rest } = page;
          return rest;
        },
      });
    } finally {
      if (!this.#entries.has(id)) this.#arriving.delete(id);
    }
  }
}
