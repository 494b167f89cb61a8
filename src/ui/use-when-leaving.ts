import { useEffect, useRef } from "react";

interface WhenLeaving {
  /** True while something is not saved: the browser then asks before a reload or before the page is left. */
  readonly isUnsaved?: () => boolean;
}

/**
 * Runs when the page is about to be left, when it is hidden or left, and on unmount: the last moment to save what was
 * typed. A write takes longer than the page has once it is left, so it begins when leaving is only asked for.
 */
export function useWhenLeaving(run: () => void, { isUnsaved }: WhenLeaving = {}): void {
  const latest = useRef({ run, isUnsaved });
  useEffect(() => {
    latest.current = { run, isUnsaved };
  });
  useEffect(() => {
    const now = () => latest.current.run();
    const whenHidden = () => {
      if (document.visibilityState === "hidden") now();
    };
    const beforeLeaving = (event: Event) => {
      // Asked before and after: a run takes up what is held elsewhere, and may end what was waiting.
      const wasUnsaved = latest.current.isUnsaved?.();
      now();
      if (wasUnsaved || latest.current.isUnsaved?.()) event.preventDefault();
    };
    addEventListener("beforeunload", beforeLeaving);
    addEventListener("pagehide", now);
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      removeEventListener("beforeunload", beforeLeaving);
      removeEventListener("pagehide", now);
      document.removeEventListener("visibilitychange", whenHidden);
      now();
    };
  }, []);
}
