import { useEffect, useRef, useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { ownRightsMark } from "#room/api/account.ts";
import { isMissingOperation, OperationRefused } from "#room/api/failures.ts";
import { broadcast } from "#room/signals/broadcast.ts";
import { createChangeFeed, type FeedState, type VisitChange } from "./change-feed.ts";

const name = "visit-changes";

/** The service answers after 25 s at the latest. */
const timeoutMs = 40_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

function onWake(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === "visible") listener();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  addEventListener("pageshow", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", look);
    removeEventListener("pageshow", look);
  };
}

const feed = createChangeFeed({
  // A lost session is the page's concern: it is announced, and covering the page ends this.
  ask: (request, signal) =>
    callOperation("listChanges", request, { signal, timeoutMs, whenSessionLost: "fail" }),
  lead: (signal, work) => navigator.locks.request(name, { signal }, work),
  channel: broadcast(name),
  pause,
  onWake,
  now: () => Date.now(),
  rightsMark: ownRightsMark,
  isRefused: (error) => error instanceof OperationRefused && error.status === 403,
  isMissing: isMissingOperation,
});

/**
 * Starts listening for changes of the clinic's visits, over one connection for all tabs; returns a function that stops
 * it.
 */
export function startVisitChanges(): () => void {
  return feed.start();
}

/** Called for every change of a visit this user may see, including this tab's own. */
export function onVisitChange(listener: (change: VisitChange) => void): () => void {
  return feed.subscribe(listener);
}

/** Calls back when the user may see or do something else than before: what was read may not be theirs any more. */
export const onRightsChange = feed.onRights;

/** Call with the `changeNumber` of every list that was read: changes reported too early for it are reported again. */
export function visitsReadAsOf(changeNumber: number): void {
  feed.readAsOf(changeNumber);
}

/** Calls back whenever the service answers again after it did not. */
export function onServiceBack(listener: () => void): () => void {
  let before = feed.state();
  return feed.onState(() => {
    const now = feed.state();
    if (before === "away" && now === "live") listener();
    before = now;
  });
}

export function useVisitFeedState(): FeedState {
  return useSyncExternalStore(feed.onState, feed.state);
}

/** Calls back when this visit changed at the service (or may have); does nothing while there is no visit. */
export function useVisitChange(visitId: string | undefined, onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (visitId === undefined) return undefined;
    return feed.subscribe(({ visits }) => {
      if (visits === "all" || visits.has(visitId)) latest.current();
    });
  }, [visitId]);
}
