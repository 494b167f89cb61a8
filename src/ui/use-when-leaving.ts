import { useEffect, useRef } from "react";

/** Runs when the page is hidden or left, and on unmount: the last moment to save what was typed. */
export function useWhenLeaving(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const now = () => latest.current();
    const whenHidden = () => {
      if (document.visibilityState === "hidden") now();
    };
    addEventListener("pagehide", now);
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      removeEventListener("pagehide", now);
      document.removeEventListener("visibilitychange", whenHidden);
      now();
    };
  }, []);
}
