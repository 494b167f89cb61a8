import { type TabDrafts, tabDrafts } from "./tab-drafts.ts";
import { broadcast, type Channel } from "#room/signals/broadcast.ts";

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

export function browserEnvironment(): Environment {
  return {
    locks: navigator.locks,
    channel: broadcast,
    now: () => Date.now(),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    onNetwork(listener) {
      globalThis.addEventListener("online", listener);
      globalThis.addEventListener("offline", listener);
      return () => {
        globalThis.removeEventListener("online", listener);
        globalThis.removeEventListener("offline", listener);
      };
    },
    setTimer(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    tabDrafts: tabDrafts(),
  };
}
