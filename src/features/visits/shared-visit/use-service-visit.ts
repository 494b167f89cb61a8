import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { standingOf } from "./standing.ts";

/** A visit as the service tells it, with its story. */
export type ServiceVisit = ResponseOf<"getVisit">;

/** By one of the two. */
export type VisitName = { readonly visitId: string } | { readonly eventId: string };

/** Nothing of it stays behind its page, but for the step from one address to the other. Milliseconds. */
const keepMs = 5000;

export function serviceVisitQuery(name: VisitName) {
  return { ...operationQuery("getVisit", name), gcTime: keepMs, staleTime: keepMs };
}

/** One answer, under both names: who comes from one address to the other does not ask twice. */
export function knowServiceVisit(client: QueryClient, answer: ServiceVisit): void {
  const { eventId, visitId } = answer.visit;
  for (const name of [{ eventId }, { visitId }])
    client.setQueryData(serviceVisitQuery(name).queryKey, answer);
}

/** The visit as it stands at the service, and on as it changes there. Nothing is asked where the service has no such visits. */
export function useServiceVisit(name: VisitName | undefined) {
  const { claims } = useWorkspace().visits;
  const canAsk = useServiceConfig().extensions.includes("getVisit");
  const query = useQuery({
    ...serviceVisitQuery(name ?? { eventId: "" }),
    enabled: canAsk && name !== undefined,
  });
  const { data, refetch } = query;
  const named = name && "visitId" in name ? name.visitId : undefined;
  useVisitChange(canAsk ? (data?.visit.visitId ?? named) : undefined, () => void refetch());
  useEffect(() => {
    if (data) claims.hear(standingOf(data.visit));
  }, [claims, data]);
  return query;
}
