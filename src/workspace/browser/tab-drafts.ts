import { readJson, writeJson } from "#room/contract/written-json.ts";

/** The drafts that this tab writes, by their locks, remembered across a reload. */
export interface TabDrafts {
  /** Whether this tab was writing it when it was reloaded: true once. */
  wasWriting(lock: string): boolean;
  note(lock: string, isWriting: boolean): void;
}

const key = "drafts-written";

/** Of this tab alone: a duplicated one has a copy of its storage, but was not reloaded. */
export function tabDrafts(): TabDrafts {
  const [entry] = performance.getEntriesByType("navigation");
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
  const left = new Set(isReload ? readJson<string[]>(sessionStorage.getItem(key) ?? "[]") : []);
  const written = new Set(left);
  // While the page goes its locks end, and another tab seems to take over.
  let isGoing = false;
  globalThis.addEventListener("pagehide", () => (isGoing = true));
  globalThis.addEventListener("pageshow", () => (isGoing = false));
  return {
    wasWriting: (lock) => left.delete(lock),
    note(lock, isWriting) {
      if (isGoing || written.has(lock) === isWriting) return;
      if (isWriting) written.add(lock);
      else written.delete(lock);
      sessionStorage.setItem(key, writeJson([...written]));
    },
  };
}
