import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { VisitView } from "#room/contract/operations/visit-views.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { totalWords, useCountBeyond } from "./use-clinic-counts.ts";
import { isByToday, searchOfView } from "./view-address.ts";

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
  const hasViews = useServiceConfig().extensions.includes("listVisitViews");
  const { data } = useQuery({ ...savedViewsQuery(), enabled: hasViews });
  const countBeyond = useCountBeyond();
  return useMemo(
    () =>
      (data?.views ?? [])
        .map((view) => {
          const search = searchOfView(view);
          const { total, isTotalExact } = view;
          if (typeof total !== "number" || isByToday(search)) return { view, search, count: "" };
          const beyond = countBeyond(search, view.filter.text ?? "");
          const count = totalWords({ total: total + beyond, isTotalExact: isTotalExact ?? true });
          return { view, search, count };
        })
        .toSorted((a, b) => Number(b.view.isOwn) - Number(a.view.isOwn)),
    [data, countBeyond],
  );
}
