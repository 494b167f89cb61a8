import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { keepQueuePlace, keepWorkMode } from "#room/features/visits/queue-place.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { refusalWords } from "./refusal-words.ts";

const route = getRouteApi("/console/visits");

export interface Take {
  readonly isTaking: boolean;
  /** Takes the most urgent unassigned visit of the view and opens it. */
  next(): Promise<void>;
  /** Takes this one and opens it. */
  one(visitId: string): Promise<void>;
}

/** Takes visits from the list. A visit counts as taken only once the service has confirmed it. */
export function useTake(filter: VisitFilter, order: () => readonly string[]): Take {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const address = route.useSearch();
  const [isTaking, setTaking] = useState(false);
  const open = useCallback(
    (eventId: string, isNext: boolean) => {
      keepWorkMode(workspace, isNext);
      keepQueuePlace(workspace, { order: order(), eventId, search: address, top: 0, rowHeight: 41 });
      void navigate({ to: "/visits/$eventId", params: { eventId } });
    },
    [workspace, navigate, order, address],
  );
  const guarded = useCallback(async (title: string, work: () => Promise<void>) => {
    setTaking(true);
    try {
      await work();
    } catch (error) {
      toast({ title, detail: refusalWords(error), tone: "warn" });
    } finally {
      setTaking(false);
    }
  }, []);
  const next = useCallback(
    () =>
      guarded("No visit was taken", async () => {
        const { visit } = await callOperation("takeNextVisit", filter);
        if (visit) {
          workspace.visits.service.receive(visit);
          open(visit.eventId, true);
        } else
          toast({
            title: "Nothing left to take in this view",
            detail: "Every visit in it is taken or snoozed.",
          });
      }),
    [guarded, filter, open, workspace],
  );
  const one = useCallback(
    (visitId: string) =>
      guarded(`Visit ${shortGuid(visitId)} was not taken`, async () => {
        const { visit } = await callOperation("takeVisit", { visitId });
        workspace.visits.service.receive(visit);
        open(visit.eventId, false);
      }),
    [guarded, open, workspace],
  );
  return useMemo(() => ({ isTaking, next, one }), [isTaking, next, one]);
}
