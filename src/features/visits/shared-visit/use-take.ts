import { visitTitle } from "#room/features/visits/visit-name.ts";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { queueMemory } from "#room/features/visits/queue-place.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { typingIsOver } from "#room/ui/typed-on.ts";

export type Take = NonNullable<ReturnType<typeof useTake>>;

/**
 * Takes visits of the clinic's queue; a visit counts as taken only once the service has confirmed it. Undefined when the
 * service has no queue. `onTaken` remembers where the user was, before the visit is opened.
 */
export function useTake(onTaken?: (visit: VisitRow) => void) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const canTake = useServiceConfig().extensions.includes("takeNextVisit");
  const [isTaking, setTaking] = useState(false);
  const isUnderWay = useRef(false);
  const guarded = async (title: string, work: () => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setTaking(true);
    try {
      await work();
    } catch (error) {
      toast({ title, detail: refusalWords(error), tone: "warn", stays: 0 });
    } finally {
      isUnderWay.current = false;
      setTaking(false);
    }
  };
  if (!canTake) return undefined;
  const open = (visit: VisitRow, isNext: boolean) => {
    workspace.visits.service.receive(visit);
    queueMemory(workspace).isInWorkMode = isNext;
    onTaken?.(visit);
    return navigate({ to: "/visits/by-visit/$visitId", params: { visitId: visit.visitId } });
  };
  const next = (whenNone?: () => Promise<void>) =>
    guarded("No visit was taken", async () => {
      const { visit } = await callOperation("takeNextVisit", queueMemory(workspace).filter);
      if (visit) {
        typingIsOver();
        return open(visit, true);
      }
      await whenNone?.();
      toast({
        title: "Nothing left to take in this view",
        detail: "Every open visit of this view is being worked on or snoozed.",
        action: { label: "All visits", run: () => void navigate({ to: "/visits" }) },
      });
    });
  const toList = () => navigate({ to: "/visits", search: queueMemory(workspace).place?.search ?? {} });
  return {
    isTaking,
    /** Takes the next unassigned visit of the last viewed list, in its order, and opens it. */
    next: () => void next(),
    one: (visitId: string) =>
      void guarded(`${visitTitle(visitId, workspace.visits.service.row(visitId))} was not taken`, async () =>
        open((await callOperation("takeVisit", { visitId })).visit, false),
      ),
    /** The open visit is put away: takes the next one in work mode, else goes back to the list. */
    continueWork: () => void (queueMemory(workspace).isInWorkMode ? next(toList) : toList()),
  };
}
