import type { QueryClient } from "@tanstack/react-query";
import { onVisitChange } from "#room/api/visit-changes/visit-changes.ts";

/** The shortest interval between updates of the page. Milliseconds. */
const restMs = 5000;

export function followSummary(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onVisitChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["summarizeVisits"] });
    }, restMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
