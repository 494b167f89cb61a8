import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { isMissingOperation } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { formatCount } from "#room/ui/formats.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import type { ClinicTab } from "#room/features/visits/list/list-names.ts";
import { type ClinicSearch, everything } from "#room/features/visits/list/list-search.ts";
import { countBeyondService } from "./join-rows.ts";
import { filterOf } from "./view-filter.ts";
import { visitWatchOf } from "./visit-watch.ts";

type Total = Pick<ResponseOf<"listVisits">, "total" | "isTotalExact">;

/** For a badge: "12", "10,000+". */
export function totalWords({ total, isTotalExact }: Total): string {
  return `${formatCount(total)}${isTotalExact ? "" : "+"}`;
}

/** In a sentence: "12", "More than 10,000". */
export function longTotalWords({ total, isTotalExact }: Total): string {
  return isTotalExact ? formatCount(total) : `More than ${formatCount(total)}`;
}

function countQuery(tab: ClinicTab, me: string) {
  const filter = filterOf({ ...everything, tab }, { me, today: "", reason: undefined, typed: "" });
  return {
    ...operationQuery("listVisits", { ...filter, limit: 1 }),
    queryKey: ["listVisits", "count", tab] as const,
    retry: false,
  };
}

/** Counts the rows of a view beyond the service's count: this browser's. The same function until they change. */
export function useCountBeyond(): (search: ClinicSearch, typed: string) => number {
  const workspace = useWorkspace();
  const { userName: me } = workspace;
  const here = useVisitRecords();
  const watch = visitWatchOf(workspace);
  const { service } = workspace.visits;
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const { unanswered } = useSyncExternalStore(watch.subscribe, watch.state);
  return useMemo(() => {
    const now = serviceNow();
    const known = (id: string) => latest.get(id);
    const facts = { here, known, unanswered, now, today: clinicDays().dateOf(now), me };
    return (search, typed) => countBeyondService({ ...facts, search, typed });
  }, [here, latest, unanswered, me]);
}

function useCountsHere(tabs: readonly ClinicTab[]): ReadonlyMap<ClinicTab, number> {
  const countBeyond = useCountBeyond();
  return useMemo(
    () => new Map(tabs.map((tab) => [tab, countBeyond({ ...everything, tab }, "")])),
    [tabs, countBeyond],
  );
}

const toDo = ["todo"] as const;

/** Whether the service keeps the clinic's visits, and how many this user has to do. */
export function useClinicToDo() {
  const { userName: me } = useWorkspace();
  const isListed = useServiceConfig().extensions.includes("listVisits");
  const { data, error } = useQuery({ ...countQuery("todo", me), enabled: isListed });
  const here = useCountsHere(toDo).get("todo") ?? 0;
  return { hasClinic: isListed && !isMissingOperation(error), total: data && data.total + here };
}

/** The live number of visits of each tab. Without an answer there is no number. */
export function useClinicCounts(tabs: readonly ClinicTab[]): ReadonlyMap<ClinicTab, string> {
  const { userName: me } = useWorkspace();
  const here = useCountsHere(tabs);
  const combine = useCallback(
    (results: readonly { readonly data: ResponseOf<"listVisits"> | undefined }[]) => {
      const counts = new Map<ClinicTab, string>();
      for (const [index, { data }] of results.entries()) {
        const tab = tabs[index];
        if (tab !== undefined && data)
          counts.set(tab, totalWords({ ...data, total: data.total + (here.get(tab) ?? 0) }));
      }
      return counts;
    },
    [tabs, here],
  );
  return useQueries({ queries: tabs.map((tab) => countQuery(tab, me)), combine });
}
