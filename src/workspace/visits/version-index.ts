import { eventKey, type VisitEntry } from "./visit-entry.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";

const none: readonly VisitEntry[] = [];

/** Which events belong together: those of one visit, and those that replaced each other. Computed on demand. */
export class VersionIndex {
  readonly #index: PagedIndex<VisitEntry>;
  #byVisit: Map<string, VisitEntry[]> | undefined;
  #byNewer: Map<string, VisitEntry[]> | undefined;
  #byFormer: Map<string, string> | undefined;
  #newest: readonly VisitEntry[] | undefined;

  constructor(index: PagedIndex<VisitEntry>) {
    this.#index = index;
    index.subscribe(() => {
      this.#byVisit = undefined;
      this.#byNewer = undefined;
      this.#byFormer = undefined;
      this.#newest = undefined;
    });
  }

  /** The current eventId of this event's corrected version; undefined when there is none, or it was removed. */
  standIn({ replacedBy }: VisitEntry): string | undefined {
    if (replacedBy === undefined) return undefined;
    return this.#index.get(replacedBy) ? replacedBy : this.#renamed(replacedBy);
  }

  isReplaced(entry: VisitEntry): boolean {
    return this.standIn(entry) !== undefined;
  }

  /** The newest version of each event; the same array until something changes. */
  newest(): readonly VisitEntry[] {
    return (this.#newest ??= this.#newestOnly());
  }

  #newestOnly(): readonly VisitEntry[] {
    const all = this.#index.list();
    return all.some((entry) => this.isReplaced(entry)) ? all.filter((entry) => !this.isReplaced(entry)) : all;
  }

  /** The key of the current version of this event. */
  newestOf(key: string): string {
    const entry = this.#index.get(key);
    const next = entry ? this.standIn(entry) : this.#renamed(key);
    return next === undefined ? key : this.newestOf(next);
  }

  /** The new eventId, if this one was replaced. */
  #renamed(key: string): string | undefined {
    if (!this.#byFormer) {
      this.#byFormer = new Map();
      for (const { eventId, formerIds } of this.#index.values())
        for (const former of formerIds ?? []) this.#byFormer.set(former, eventId);
    }
    return this.#byFormer.get(key);
  }

  /** The events that this one replaced, newest first. */
  older(key: string): readonly VisitEntry[] {
    this.#byNewer ??= grouped(this.#index.values(), (entry) => this.standIn(entry));
    return (this.#byNewer.get(key) ?? none).flatMap((entry) => [entry, ...this.older(entry.eventId)]);
  }

  ofVisit(visitId: string): readonly VisitEntry[] {
    this.#byVisit ??= grouped(this.#index.values(), (entry) => eventKey(entry.visitId) || undefined);
    return this.#byVisit.get(eventKey(visitId)) ?? none;
  }
}

function grouped(
  entries: Iterable<VisitEntry>,
  keyOf: (entry: VisitEntry) => string | undefined,
): Map<string, VisitEntry[]> {
  const groups = new Map<string, VisitEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
