import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { ownRightsMark } from "#room/api/account.ts";
import { isMissingOperation, OperationRefused } from "#room/api/failures.ts";
import { networkOrSoon } from "#room/api/network-or-soon.ts";
import { broadcast } from "#room/signals/broadcast.ts";
import { createChangeFeed, type FeedState } from "./change-feed.ts";

const name = "visit-changes";

/** The service answers after 25 s at the latest. */
const timeoutMs = 40_000;

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
  pause: networkOrSoon,
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
export const startVisitChanges = feed.start;

/** Called for every change of a visit this user may see, including this tab's own. */
export const onVisitChange = feed.subscribe;

/** Calls back when the user may see or do something else than before: what was read may not be theirs any more. */
export const onRightsChange = feed.onRights;

/** Call with the `changeNumber` of every list that was read: changes reported too early for it are reported again. */
export const visitsReadAsOf = feed.readAsOf;

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
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (visitId === undefined) return undefined;
    return feed.subscribe(({ visits }) => {
      if (visits === "all" || visits.has(visitId)) tell();
    });
  }, [visitId]);
}
