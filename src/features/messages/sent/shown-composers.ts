import { Listeners } from "#room/signals/listeners.ts";
import { useEffect, useSyncExternalStore } from "react";

/** How often each message is on the page, in its composer or among those sent. */
const shown = new Map<string, number>();
const listeners = new Listeners();

function count(id: string, by: number): void {
  shown.set(id, (shown.get(id) ?? 0) + by);
  if (shown.get(id) === 0) shown.delete(id);
  listeners.tell();
}

export const subscribeComposers = listeners.add;

/** Whether a message shows on the page what becomes of it, so that nothing else needs to. */
export const isShownItself = (id: string): boolean => shown.has(id);

export const isComposerShown = (): boolean => shown.size > 0;

/** The component that calls this shows what becomes of the message. */
export function useShowsItself(id: string): void {
  useEffect(() => {
    count(id, 1);
    return () => count(id, -1);
  }, [id]);
}

/** Those of the messages that nothing else shows, as one text, so that a render follows only a change. */
export function useUnshown(ids: readonly string[]): ReadonlySet<string> {
  const left = useSyncExternalStore(subscribeComposers, () => ids.filter((id) => !shown.has(id)).join(" "));
  return new Set(left.split(" "));
}
