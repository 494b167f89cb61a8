import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import type { ResponseOf } from "#room/contract/registry.ts";

/** The newest invoice of a visit that this event charged; asked for again when it is corrected or voided. */
export function useVisitInvoice(
  visitId: string,
  { eventId, isCharged }: { readonly eventId: string; readonly isCharged: boolean },
): ResponseOf<"getVisitInvoice"> | undefined {
  const canShow = useServiceConfig().extensions.includes("getVisitInvoice");
  const isAsked = canShow && isCharged && visitId !== "";
  const { data, refetch } = useQuery({ ...operationQuery("getVisitInvoice", { visitId }), enabled: isAsked });
  const again = () => void (isAsked && refetch());
  useVisitChange(visitId, again);
  const askedFor = useRef("");
  const isEarlier = data?.invoice !== undefined && data.invoice?.eventId !== eventId;
  useEffect(() => {
    // What was kept is from before this event.
    if (!isAsked || !isEarlier || askedFor.current === eventId) return;
    askedFor.current = eventId;
    void refetch();
  }, [isAsked, isEarlier, eventId, refetch]);
  return isAsked ? data : undefined;
}
