import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";

interface Row {
  readonly queued?: QueuedSend;
}

/** An index of these rows in memory, and what was written how. */
export function indexOf<Entry extends Row>(entries: Record<string, Entry>) {
  const rows = new Map(Object.entries(entries));
  const written: { id: string; strict?: boolean; mayWait?: boolean }[] = [];
  /** What another tab writes just before the next change here. */
  const meanwhile = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const index = {
    get: (id: string) => rows.get(id),
    get queued() {
      return new Set([...rows].flatMap(([id, { queued }]) => (queued ? [id] : [])));
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: async (id: string, apply: (known?: Entry) => Entry | undefined, how = {}) => {
      written.push({ id, ...how });
      const newer = meanwhile.get(id);
      if (newer) {
        apply(rows.get(id));
        rows.set(id, newer);
        meanwhile.delete(id);
      }
      const next = apply(rows.get(id));
      if (next) rows.set(id, next);
      else rows.delete(id);
      for (const listener of listeners) listener();
    },
  };
  // What a queue uses of an index.
  return { rows, written, meanwhile, index: index as unknown as PagedIndex<Entry> };
}
