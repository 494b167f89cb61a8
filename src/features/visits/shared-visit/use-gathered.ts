import { useCallback, useEffect, useRef } from "react";

/** Calls within this time are merged. Milliseconds. */
const gatherMs = 200;

/**
 * Returns a function that requests a run: runs once for all requests within a moment, and only while the page is
 * visible. Every read of a visit is in the audit log.
 */
export function useGathered(run: () => unknown): () => void {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      waiting.current?.abort();
    },
    [],
  );
  return useCallback(() => {
    const go = () => {
      if (document.visibilityState === "visible") {
        waiting.current?.abort();
        latest.current();
        return;
      }
      if (waiting.current?.signal.aborted === false) return;
      waiting.current = new AbortController();
      document.addEventListener("visibilitychange", go, { signal: waiting.current.signal });
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(go, gatherMs);
  }, []);
}
