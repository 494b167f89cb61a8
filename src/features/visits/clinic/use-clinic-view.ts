import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { daysBefore } from "#room/features/visits/queue/service-filter.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useDeferredValue, useMemo } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { clinicAddress, type ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { useListView } from "#room/features/visits/list/use-list-view.ts";
import { filterOf } from "./view-filter.ts";

/**
 * The reason whose key is in the address, where the overview does not have it: of closed visits, one of many, or one that has just
 * come. The day sheet it was opened from knows it. Empty while that is read.
 */
function useReasonOfSheet(
  { tab, reason, age, service, practice }: ClinicSearch,
  { today, isKnown }: { readonly today: string; readonly isKnown: boolean },
): string | undefined {
  const days = service || age || (tab === "closed" ? `${daysBefore(today, 365)}..${today}` : "");
  const [from = "", to = from] = days.split("..");
  const isAsked = !isKnown && reason !== "" && from.includes("-");
  const scope = { from, to: to || today, ...(practice && { practiceId: practice }) };
  const { data, isPending } = useQuery({
    ...operationQuery("getDaySheet", { dateOf: service ? "service" : "charge", ...scope, by: "practice" }),
    enabled: isAsked,
  });
  if (!isAsked) return undefined;
  if (isPending) return "";
  return data?.uncharged?.find(
    (each) => (each.state === "closed") === (tab === "closed") && reasonKey(each.reason) === reason,
  )?.reason;
}

/**
 * The reason that the visits of a view were ever held for, whose key is in the address: the report it was opened from knows
 * it. Empty while that is read; undefined if there is none.
 */
function useHeldReason({ held, arrived, practice }: ClinicSearch, today: string): string | undefined {
  const [, key] = held.split("reason:");
  const [from = today, to = from] = arrived === "" ? [daysBefore(today, 365), today] : arrived.split("..");
  const scope = { report: "withheld", from, to, ...(practice && { practiceId: practice }) } as const;
  const { data, isPending } = useQuery({
    ...operationQuery("getReport", scope),
    enabled: key !== undefined,
  });
  if (key === undefined) return undefined;
  if (isPending) return "";
  return data?.groups.find(({ by }) => by === "reason")?.rows.find(({ id }) => reasonKey(id) === key)?.id;
}

/** The service is asked after typing pauses. Milliseconds. */
const restMs = 250;

export type ClinicView = ReturnType<typeof useClinicView>;

export function useClinicView(now: number) {
  const { userName: me } = useWorkspace();
  const view = useListView(clinicAddress);
  const { search, typed } = view;
  const query = useDeferredValue(useDebounced(typed, restMs, typed));
  const { data: summary, isPending } = useQuery({
    ...operationQuery("summarizeVisits", {}),
    staleTime: 60_000,
  });
  const reasons = useMemo(() => summary?.byReason.filter(({ name }) => name !== "…") ?? [], [summary]);
  const today = clinicDays().dateOf(now);
  const named =
    search.tab === "closed" ? undefined : reasons.find(({ name }) => reasonKey(name) === search.reason)?.name;
  const isKnown = search.tab !== "closed" && (named !== undefined || isPending);
  const reasonOfSheet = useReasonOfSheet(search, { today, isKnown });
  const reason = named ?? reasonOfSheet;
  const isWaiting = search.reason !== "" && reason === undefined && isPending;
  const heldReason = useHeldReason(search, today);
  const filterJson = writeJson(
    filterOf(search, { me, today, reason: isWaiting ? "" : reason, heldReason, typed: query }),
  );
  const filter = useMemo(() => readJson(filterJson), [filterJson]);
  return { ...view, filter, query, reasons, heldReason };
}
