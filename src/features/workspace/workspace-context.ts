import { onceFor } from "#room/signals/once-for.ts";
import { Listeners } from "#room/signals/listeners.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** Up to this many rows, every change is drawn immediately. */
const fewRows = 300;

/**
 * Milliseconds. With more rows, changes within this time are drawn together, and the next ones a second later at the
 * earliest.
 */
const gatherMs = 100;
const restMs = 1000;

interface ThrottledVisits {
  get(): readonly VisitSummary[];
  subscribe(listener: () => void): () => void;
}

function throttle({ list, subscribe }: Visits): ThrottledVisits {
  let shown = list();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;
  const listeners = new Listeners();
  const show = () => {
    timer = undefined;
    drawnAt = performance.now();
    shown = list();
    listeners.tell();
  };
  const receive = () => {
    if (timer === undefined && shown.length <= fewRows && list().length <= fewRows) show();
    else timer ??= setTimeout(show, Math.max(gatherMs, drawnAt + restMs - performance.now()));
  };
  return {
    get() {
      // Without subscribers no changes are announced, so return the current state.
      if (listeners.isEmpty) shown = list();
      return shown;
    },
    subscribe(listener) {
      stop ??= subscribe(receive);
      const forget = listeners.add(listener);
      return () => {
        forget();
        if (!listeners.isEmpty) return;
        clearTimeout(timer);
        timer = undefined;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/**
 * Shared by all parts of the page, so that they redraw together. During a batch thousands of rows change per second.
 */
const throttledVisitsOf = onceFor(throttle);

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The signed-in user's workspace. Pages render behind the session gate, so there is one. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No workspace is open: this part stands outside the session gate");
  return workspace;
}

/** Every event of the queue, newest first; the same array until something changes. Frequent changes are combined. */
export function useVisitRecords(): readonly VisitSummary[] {
  const throttled = throttledVisitsOf(useWorkspace().visits);
  return useSyncExternalStore(throttled.subscribe, throttled.get);
}

export function useVisitSummary(eventId: string): VisitSummary | undefined {
  const { visits } = useWorkspace();
  return useSyncExternalStore(visits.subscribe, () => visits.summary(eventId));
}

export function useOwnMessages(): readonly MessageEntry[] {
  const { messages } = useWorkspace();
  return useSyncExternalStore(messages.subscribe, messages.list);
}

export function useOutboxStatus(): OutboxStatus {
  const { outbox } = useWorkspace();
  return useSyncExternalStore(outbox.subscribe, outbox.status);
}

/** A value, read live: `useKept(useWorkspace().preferences)`. */
export function useKept<T>(kept: Pick<KeptValue<T>, "get" | "subscribe">): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
