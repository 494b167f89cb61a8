import type { QueryClient } from "@tanstack/react-query";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isMissingOperation } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { onVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { ClinicTab } from "./clinic-search.ts";
import { everything } from "./clinic-search.ts";
import { filterOf } from "./view-filter.ts";

/** However much changes, the counts are asked for so often at most. Milliseconds. */
const restMs = 2000;

/** "12", "10,000+". */
export function totalWords({
  total,
  isTotalExact,
}: Pick<ResponseOf<"listVisits">, "total" | "isTotalExact">): string {
  return `${total.toLocaleString()}${isTotalExact ? "" : "+"}`;
}

function countQuery(tab: ClinicTab, me: string) {
  const filter = filterOf({ ...everything, tab }, { me, today: "", reason: undefined, typed: "", opened: 0 });
  return {
    ...operationQuery("listVisits", { ...filter, limit: 1 }),
    queryKey: ["listVisits", "count", tab] as const,
    retry: false,
  };
}

/** Asks for the counts anew after a change, not more often than they are read. */
function followCounts(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onVisitChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["listVisits", "count"] });
      void client.invalidateQueries({ queryKey: ["summarizeVisits"] });
    }, restMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

export interface ClinicToDo {
  /** The service keeps the clinic's visits: it says so, and has not shown otherwise. */
  readonly hasClinic: boolean;
  /** How many there are to do; undefined before the first answer. */
  readonly total: number | undefined;
}

/** Whether the service keeps the clinic's visits, and how many of them this user has to do. */
export function useClinicToDo(): ClinicToDo {
  const { userName: me } = useWorkspace();
  const isListed = useServiceConfig().extensions.includes("listVisits");
  const { data, error } = useQuery({ ...countQuery("todo", me), enabled: isListed });
  return { hasClinic: isListed && !isMissingOperation(error), total: data?.total };
}

/** How many visits stand under each tab, kept true by the changes. Without an answer there is no number. */
export function useClinicCounts(tabs: readonly ClinicTab[]): ReadonlyMap<ClinicTab, string> {
  const { userName: me } = useWorkspace();
  const client = useQueryClient();
  useEffect(() => followCounts(client), [client]);
  return useQueries({
    queries: tabs.map((tab) => countQuery(tab, me)),
    combine: (results) => {
      const counts = new Map<ClinicTab, string>();
      for (const [index, { data }] of results.entries()) {
        const tab = tabs[index];
        if (tab !== undefined && data) counts.set(tab, totalWords(data));
      }
      return counts;
    },
  });
}
