import { useCallback, useEffect, useRef } from "react";

/** What comes within this time is one. Milliseconds. */
const gatherMs = 200;

/**
 * Gives what asks for a run: once for all that ask within a moment, and not before somebody can see the page. A visit
 * that is read is in the audit trail each time.
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
