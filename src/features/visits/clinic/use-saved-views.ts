import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { VisitView } from "#room/contract/operations/list-visit-views.ts";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { countBeyondService } from "./join-rows.ts";
import { totalWords } from "./use-clinic-counts.ts";
import { isByToday, searchOfView } from "./view-address.ts";
import { visitWatchOf } from "./visit-watch.ts";

/** A stable object, because it is part of the query key. */
const withTotals = { withTotals: true };

export const savedViewsQuery = () => operationQuery("listVisitViews", withTotals);

export interface CountedView {
  readonly view: VisitView;
  readonly search: ClinicSearch;
  /** How many rows it has, including this browser's; empty when unknown. */
  readonly count: string;
}

/** The saved views with their counts, own ones first; empty when the service keeps none. */
export function useSavedViews(): readonly CountedView[] {
  const workspace = useWorkspace();
  const { userName: me } = workspace;
  const hasViews = useServiceConfig().extensions.includes("listVisitViews");
  const { data } = useQuery({ ...savedViewsQuery(), enabled: hasViews });
  const here = useVisitRecords();
  const watch = visitWatchOf(workspace);
  const { service } = workspace.visits;
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const { unanswered } = useSyncExternalStore(watch.subscribe, watch.state);
  return useMemo(() => {
    const now = serviceNow();
    const known = (id: string) => latest.get(id);
    const facts = { here, known, unanswered, now, today: clinicDays().dateOf(now), me };
    return (data?.views ?? [])
      .map((view) => {
        const search = searchOfView(view);
        const { total, isTotalExact } = view;
        if (typeof total !== "number" || isByToday(search)) return { view, search, count: "" };
        const beyond = countBeyondService({ ...facts, search, typed: view.filter.text ?? "" });
        const count = totalWords({ total: total + beyond, isTotalExact: isTotalExact ?? true });
        return { view, search, count };
      })
      .toSorted((a, b) => Number(b.view.isOwn) - Number(a.view.isOwn));
  }, [data, here, latest, unanswered, me]);
}
