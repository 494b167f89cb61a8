import { useEffect, useSyncExternalStore } from "react";
import { Signal } from "#room/signals/signal.ts";

const open = new Signal(0);

/** Counts a dialog while it is shown. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    open.set(open.get() + 1);
    return () => open.set(open.get() - 1);
  }, [isOpen]);
}

/** Something is asked or read in a dialog: what lies behind it should not go away. */
export function useHasDialog(): boolean {
  return useSyncExternalStore(open.subscribe, () => open.get() > 0);
}
