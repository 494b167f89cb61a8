import { readJson, writeJson } from "#room/contract/written-json.ts";
import { broadcast, type Channel } from "#room/signals/broadcast.ts";

/** The drafts that this tab writes, by their locks, remembered across a reload. */
interface TabDrafts {
  /** Whether this tab was writing it when it was reloaded: true once. */
  wasWriting(lock: string): boolean;
  note(lock: string, isWriting: boolean): void;
}

const key = "drafts-written";

/** Of this tab alone: a duplicated one has a copy of its storage, but was not reloaded. */
function tabDrafts(): TabDrafts {
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

/** What the workspace needs from the browser besides IndexedDB and WebCrypto, so that tests can control the clock. */
export interface Environment {
  readonly locks: Pick<LockManager, "request">;
  channel(name: string): Channel;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1, only for jitter. */
  random(): number;
  isOnline(): boolean;
  /** Called when the network goes up or down. Returns an unsubscribe function. */
  onNetwork(listener: () => void): () => void;
  setTimer(run: () => void, ms: number): () => void;
  readonly tabDrafts: TabDrafts;
}

/** Tells when the network comes or goes. Returns how to stop. */
export function onNetwork(listener: () => void): () => void {
  globalThis.addEventListener("online", listener);
  globalThis.addEventListener("offline", listener);
  return () => {
    globalThis.removeEventListener("online", listener);
    globalThis.removeEventListener("offline", listener);
  };
}

export function browserEnvironment(): Environment {
  return {
    locks: navigator.locks,
    channel: broadcast,
    now: () => Date.now(),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    onNetwork,
    setTimer(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    tabDrafts: tabDrafts(),
  };
}
