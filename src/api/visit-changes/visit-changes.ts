import { useEffect, useRef, useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { isMissingOperation } from "#room/api/failures.ts";
import { createChangeFeed } from "./change-feed.ts";
import type { FeedParts, FeedState, VisitChange } from "./change-feed.ts";

const name = "visit-changes";

/** The service answers after its 25 s at the latest. */
const timeoutMs = 40_000;

function openChannel(): FeedParts["channel"] {
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}

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
  // Its session being over is the page's business: it is announced, and this ends with the page's cover.
  ask: (request, signal) =>
    callOperation("listChanges", request, { signal, timeoutMs, whenSessionLost: "fail" }),
  lead: (signal, work) => navigator.locks.request(name, { signal }, work),
  channel: openChannel(),
  pause,
  onWake,
  now: () => Date.now(),
  isMissing: isMissingOperation,
});

/** Begins to listen for changes of the clinic's visits, over one connection for all tabs; returns what ends it. */
export function startVisitChanges(): () => void {
  return feed.start();
}

/** Told of every change of a visit that this user may see, by whomever; also of this tab's own. */
export function onVisitChange(listener: (change: VisitChange) => void): () => void {
  return feed.subscribe(listener);
}

/** To be called with the `changeNumber` of every list that was read: what was told too early for it is told again. */
export function visitsReadAsOf(changeNumber: number): void {
  feed.readAsOf(changeNumber);
}

/** Whether changes come by themselves just now. */
export function useVisitFeedState(): FeedState {
  return useSyncExternalStore(feed.onState, feed.state);
}

/** Calls back when this visit changed at the service (or may have); nothing while there is no visit. */
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
