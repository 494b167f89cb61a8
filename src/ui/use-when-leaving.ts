import { useEffect } from "react";
import { saves } from "./save-all.ts";
import { useNewest } from "./use-newest.ts";

interface WhenLeaving {
  /** True while something is not saved: the browser then asks before a reload or before the page is left. */
  readonly isUnsaved?: () => boolean;
}

/**
 * Runs when the page is about to be left, when it is hidden or left, on unmount, and by `saveAll`: the last moment to save
 * what was typed. A write takes longer than the page has once it is left, so it begins when leaving is only asked for.
 */
export function useWhenLeaving(run: () => Promise<void> | undefined, { isUnsaved }: WhenLeaving = {}): void {
  const latest = useNewest({ run, isUnsaved });
  useEffect(() => {
    const save = () => latest.current.run();
    const now = () => void save()?.catch(() => undefined);
    saves.add(save);
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
      saves.delete(save);
      removeEventListener("beforeunload", beforeLeaving);
      removeEventListener("pagehide", now);
      document.removeEventListener("visibilitychange", whenHidden);
      now();
    };
  }, [latest]);
}
