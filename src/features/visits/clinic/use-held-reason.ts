import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { daysBefore } from "#room/features/visits/queue/service-filter.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";

/** The reason of closed visits whose key is in the address: the day sheet it was opened from knows it, as above. */
export function useClosedReason(
  { tab, reason, age, service, practice }: ClinicSearch,
  today: string,
): string | undefined {
  const days = service || age || `${daysBefore(today, 365)}..${today}`;
  const [from = today, to = from] = days.split("..");
  const isAsked = tab === "closed" && reason !== "" && from.includes("-");
  const scope = { from, to: to || today, ...(practice && { practiceId: practice }) };
  const { data, isPending } = useQuery({
    ...operationQuery("getDaySheet", { dateOf: service ? "service" : "charge", ...scope, by: "practice" }),
    enabled: isAsked,
  });
  if (!isAsked) return undefined;
  if (isPending) return "";
  return data?.uncharged?.find((each) => each.state === "closed" && reasonKey(each.reason) === reason)
    ?.reason;
}

/**
 * The reason that the visits of a view were ever held for, whose key is in the address: the report it was opened from knows
 * it. Empty while that is read; undefined if there is none.
 */
export function useHeldReason({ held, arrived, practice }: ClinicSearch, today: string): string | undefined {
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
