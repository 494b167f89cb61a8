import { getRouteApi, Navigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import { NoSuchVisit, NoVisitId, Reading, VisitUnread } from "./from-service.tsx";
import { knowServiceVisit, useServiceVisit } from "./use-service-visit.ts";

/** This browser's event of a visit: the one being worked on, else the newest. */
function ownEvent(visits: Visits, visitId: string): VisitSummary | undefined {
  const events = visits
    .ofVisit(visitId)
    .filter(({ eventId }) => visits.newestOf(eventId) === eventId)
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
  return events.find(isWorkedOn) ?? events[0];
}

/** Changed here or being sent: takes precedence over the service's. */
function isWorkedOn({ edited, queued, state, changedSinceAttempt }: VisitSummary): boolean {
  return edited || changedSinceAttempt || queued !== undefined || state === "draft" || state === "unknown";
}

const route = getRouteApi("/console/visits/by-visit/$visitId");

export function VisitByIdPage() {
  const { visitId: given } = route.useParams();
  const visitId = canonicalGuid(given) ?? given;
  const client = useQueryClient();
  const canAsk = useServiceConfig().extensions.includes("getVisit");
  const { visits } = useWorkspace();
  const own = ownEvent(visits, visitId);
  const isOurs = own !== undefined && (!canAsk || isWorkedOn(own));
  const isId = canonicalGuid(given) !== undefined;
  const { data, error, refetch } = useServiceVisit(isOurs || !isId ? undefined : { visitId });
  useEffect(() => {
    if (data) knowServiceVisit(client, data);
  }, [client, data]);
  const eventId = isOurs ? own.eventId : (data?.visit.eventId ?? (error ? own?.eventId : undefined));
  if (eventId !== undefined) return <Navigate to="/visits/$eventId" params={{ eventId }} replace />;
  if (!isId) return <NoVisitId />;
  if (!canAsk) return <NoSuchVisit isAsked={false} />;
  return error ? <VisitUnread error={error} again={() => void refetch()} /> : <Reading />;
}
