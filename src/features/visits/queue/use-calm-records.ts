import { useMemo, useSyncExternalStore } from "react";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import { useWorkspace } from "#room/features/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visit-record.ts";

/** Up to so many rows, every change is drawn at once. */
const fewRows = 300;

/** With more, changes are drawn together: four times a second, with 10,000 rows once. Milliseconds. */
function calmMs(rows: number): number {
  return Math.min(1000, Math.max(250, rows / 10));
}

function calmed({ list, subscribe }: ConsoleWorkspace["visits"]) {
  let shown = list();
  return {
    get: () => shown,
    subscribe(listener: () => void): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = () => {
        timer = undefined;
        shown = list();
        listener();
      };
      const stop = subscribe(() => {
        if (shown.length <= fewRows && timer === undefined && list().length <= fewRows) show();
        else timer ??= setTimeout(show, calmMs(shown.length));
      });
      if (shown !== list()) show();
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}

/** Every event of the queue. During an import or a batch thousands change in a second; the eye needs few. */
export function useCalmRecords(): readonly VisitSummary[] {
  const { visits } = useWorkspace();
  const store = useMemo(() => calmed(visits), [visits]);
  return useSyncExternalStore(store.subscribe, store.get);
}
