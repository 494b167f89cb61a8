import { canonicalGuid, shortGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { FeeSchedule } from "./fee-schedule.ts";
import { isInForce } from "./in-force.ts";

/** The most `mergedInto` steps followed, in case of a cycle. */
const maxSteps = 8;

function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** The display name of an entry. For a fee: its code, modifiers and the clinic's description. */
export function titleOf({ kind, name, code, modifiers }: DirectoryEntry): string {
  if (kind !== "fee") return name ?? "";
  return [[code, ...(modifiers ?? [])].join("-"), name ?? ""].filter(Boolean).join(" ");
}

/** An immutable index of the directory, with constant-time lookups. A new version is a new index. */
export class DirectoryIndex {
  readonly #byKind = new Map<DirectoryKind, Map<string, DirectoryEntry>>();
  /** Entries by full name, short name or number, normalized. */
  readonly #byName = new Map<string, DirectoryEntry[]>();
  readonly entries: readonly DirectoryEntry[];
  readonly fees: FeeSchedule;

  constructor(entries: readonly DirectoryEntry[]) {
    this.entries = entries;
    for (const entry of entries) {
      const kept = this.#byKind.get(entry.kind) ?? new Map<string, DirectoryEntry>();
      const before = kept.get(entry.id);
      // A fee with several prices is named by the newest.
      if (!before || (before.activeFrom ?? "") < (entry.activeFrom ?? "")) kept.set(entry.id, entry);
      this.#byKind.set(entry.kind, kept);
    }
    for (const kept of this.#byKind.values())
      for (const entry of kept.values()) {
        const { kind, shortName, npi, mergedInto } = entry;
        if (mergedInto) continue;
        for (const name of new Set([titleOf(entry), shortName ?? "", npi ?? ""].map(plain))) {
          if (name === "") continue;
          const key = `${kind} ${name}`;
          this.#byName.set(key, [...(this.#byName.get(key) ?? []), entry]);
        }
      }
    this.fees = new FeeSchedule(entries, (kind, id) => this.resolve(kind, id));
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  hasKind(kind: DirectoryKind): boolean {
    return (this.#byKind.get(kind)?.size ?? 0) > 0;
  }

  /** The canonical id this one stands for: a different one if they were merged. */
  resolve(kind: DirectoryKind, id: string): string {
    const kept = this.#byKind.get(kind);
    let now = canonicalGuid(id) ?? id;
    for (let step = 0; step < maxSteps; step += 1) {
      const next = kept?.get(now)?.mergedInto;
      if (!next || !kept?.has(next)) break;
      now = next;
    }
    return now;
  }

  find(kind: DirectoryKind, id: string): DirectoryEntry | undefined {
    return this.#byKind.get(kind)?.get(this.resolve(kind, id));
  }

  /** The name of an id; undefined when it has none. */
  nameOf(kind: DirectoryKind, id: string): string | undefined {
    const entry = id === "" ? undefined : this.find(kind, id);
    return entry && titleOf(entry);
  }

  words(kind: DirectoryKind, id: string): string {
    return this.nameOf(kind, id) ?? shortGuid(id);
  }

  /** For narrow places: the short name if there is one. */
  shortWords(kind: DirectoryKind, id: string): string {
    return (id === "" ? undefined : this.find(kind, id)?.shortName) || this.words(kind, id);
  }

  /**
   * The id meant by a name, a short name, an NPI or a unique prefix. Undefined when none or several match; among
   * entries of the same name, prefers the previous id.
   */
  idOf(
    kind: DirectoryKind,
    typed: string,
    { before, day }: { readonly before?: string | undefined; readonly day?: string | undefined } = {},
  ): string | undefined {
    const name = plain(typed);
    if (name === "") return undefined;
    if (before !== undefined && plain(this.nameOf(kind, before) ?? "") === name) return before;
    const whole = this.#byName.get(`${kind} ${name}`) ?? [];
    const meant = whole.length > 0 ? whole : this.search(kind, typed, { limit: 2, day });
    return meant.length === 1 ? meant[0]?.id : undefined;
  }

  /** Entries in which every typed word begins a word; those that start with the typed text come first. */
  search(
    kind: DirectoryKind,
    typed: string,
    { limit, day }: { readonly limit: number; readonly day?: string | undefined },
  ): readonly DirectoryEntry[] {
    const name = plain(typed);
    const words = name.split(" ").filter(Boolean);
    const first: DirectoryEntry[] = [];
    const others: DirectoryEntry[] = [];
    for (const entry of this.#byKind.get(kind)?.values() ?? []) {
      if (entry.mergedInto || !isInForce(entry, day)) continue;
      const text = plain(`${titleOf(entry)} ${entry.shortName ?? ""} ${entry.npi ?? ""}`);
      if (!words.every((word) => text.startsWith(word) || text.includes(` ${word}`))) continue;
      (text.startsWith(name) ? first : others).push(entry);
    }
    const byName = (list: DirectoryEntry[]) =>
      list.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), "en") || (a.id < b.id ? -1 : 1));
    return [...byName(first), ...byName(others)].slice(0, limit);
  }
}

export const emptyDirectory = new DirectoryIndex([]);
