import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { onServiceBack, onVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { visitWatchOf } from "./visit-watch.ts";

/** The shortest interval between count requests. Milliseconds. */
const restMs = 2000;

/** Refreshes the counts after a change, no more often than allowed. */
function followCounts(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renewSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["listVisits", "count"] });
      void client.invalidateQueries({ queryKey: ["summarizeVisits"] });
      void client.invalidateQueries({ queryKey: ["listVisitViews"] });
    }, restMs);
  };
  const stops = [onVisitChange(renewSoon), onServiceBack(renewSoon)];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/** While the workspace is open: tracks what the service has of this browser's visits, and refreshes the counts. Renders nothing. */
export function FollowedVisits() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const hasClinic = useServiceConfig().extensions.includes("listVisits");
  const here = useVisitRecords();
  const watch = visitWatchOf(workspace);
  useEffect(() => (hasClinic ? watch.start() : undefined), [watch, hasClinic]);
  useEffect(() => (hasClinic ? followCounts(client) : undefined), [client, hasClinic]);
  useEffect(() => {
    if (hasClinic) watch.know(new Set(here.map(({ visitId }) => visitId).filter((id) => id !== "")));
  }, [watch, here, hasClinic]);
  return null;
}
