import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useCallback, useRef } from "react";
import { useNewest } from "#room/ui/use-newest.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { serviceEventOf } from "./standing.ts";

/** Calls within this time are merged. Milliseconds. */
const gatherMs = 200;

/**
 * Returns a function that requests a run: runs once for all requests within a moment, and only while the page is
 * visible. Every read of a visit is in the audit log.
 */
function useGathered(run: () => unknown): () => void {
  const latest = useNewest(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      waiting.current?.abort();
    },
    [],
  );
  return useCallback(() => {
    const go = () => {
      if (document.visibilityState === "visible") {
        waiting.current?.abort();
        latest.current();
        return;
      }
      if (waiting.current?.signal.aborted === false) return;
      waiting.current = new AbortController();
      document.addEventListener("visibilitychange", go, { signal: waiting.current.signal });
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(go, gatherMs);
  }, [latest]);
}

export type ServiceVisit = ResponseOf<"getVisit">;

/** By one of the two, or an event of the visit. */
export type VisitName =
  | { readonly visitId: string }
  | { readonly eventId: string; readonly receivedAt?: string };

/** Nothing is kept after leaving the page, except while going from one address to the other. Milliseconds. */
const keepMs = 5000;

export function serviceVisitQuery(name: VisitName) {
  return { ...operationQuery("getVisit", name), gcTime: keepMs, staleTime: keepMs };
}

/** Caches one answer under both names: going from one address to the other does not ask twice. */
export function knowServiceVisit(client: QueryClient, answer: ServiceVisit): void {
  const { eventId, visitId } = answer.visit;
  for (const name of [{ eventId }, { visitId }])
    client.setQueryData(serviceVisitQuery(name).queryKey, answer);
}

/** Reloads it when it changes at the service, and passes it on. */
function useFollowed(
  answer: ServiceVisit | undefined,
  visitId: string | undefined,
  refetch: () => void,
): void {
  const { service, settling } = useWorkspace().visits;
  useVisitChange(visitId, refetch);
  useEffect(() => {
    if (!answer) return;
    const { visit, events } = answer;
    // First the events: they also say at which fields one was refused.
    void settling
      .receive(events.map((event) => serviceEventOf(visit.visitId, event)))
      .then(() => service.receive(visit));
  }, [service, settling, answer]);
}

/** Like `serviceVisitQuery`; null when the service does not have the visit, which is not a failure. */
function knownVisitQuery(visitId: string, isKnown: () => boolean) {
  const query = serviceVisitQuery({ visitId });
  return {
    ...query,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ServiceVisit | null> => {
      if (isKnown()) return callOperation("getVisit", { visitId }, { signal });
      const request = { visitIds: [visitId], states: visitState.options, limit: 1 };
      const { visits } = await callOperation("listVisits", request, { signal });
      return visits.length === 0 ? null : callOperation("getVisit", { visitId }, { signal });
    },
  };
}

/** What the service has of a visit in this browser. Not requested until its id is valid. */
export function useServiceSide(visitId: string) {
  const canAsk = useServiceConfig().extensions.includes("takeVisit") && canonicalGuid(visitId) !== undefined;
  const client = useQueryClient();
  const { queryKey } = serviceVisitQuery({ visitId });
  const isKnown = () => Boolean(client.getQueryData(queryKey));
  const query = useQuery({ ...knownVisitQuery(visitId, isKnown), enabled: canAsk });
  const data = query.data ?? undefined;
  const again = useGathered(() => client.invalidateQueries({ queryKey }));
  useFollowed(data, canAsk ? visitId : undefined, again);
  return { ...query, data, again };
}

/** The visit's live state at the service. Nothing is requested when the service has no queue. */
export function useServiceVisit(name: VisitName | undefined) {
  const canAsk = useServiceConfig().extensions.includes("getVisit");
  const client = useQueryClient();
  const asked = serviceVisitQuery(name ?? { eventId: "" });
  const query = useQuery({ ...asked, enabled: canAsk && name !== undefined });
  const { data } = query;
  const named = name && "visitId" in name ? name.visitId : undefined;
  const again = useGathered(() => client.invalidateQueries({ queryKey: asked.queryKey }));
  useFollowed(data, canAsk ? (data?.visit.visitId ?? named) : undefined, again);
  return query;
}
