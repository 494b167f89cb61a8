import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { isInWorkMode, keepWorkMode, queuePlace, viewFilter } from "#room/features/visits/queue-place.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";

export interface TakeNext {
  readonly takeNext: () => void;
  /** The open visit is put away: takes the next one in work mode, else goes back to the list. */
  readonly continueWork: () => void;
  readonly isTaking: boolean;
}

/** Takes the next unassigned visit of the last viewed list and opens it. Undefined when the service has no queue. */
export function useTakeNext(): TakeNext | undefined {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const canTake = useServiceConfig().extensions.includes("takeNextVisit");
  const [isTaking, setTaking] = useState(false);
  const isUnderWay = useRef(false);
  const toList = () => navigate({ to: "/visits", search: queuePlace(workspace)?.search ?? {} });
  const take = async (whenNone?: () => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setTaking(true);
    try {
      const { visit } = await callOperation("takeNextVisit", viewFilter(workspace));
      if (visit) {
        workspace.visits.service.receive(visit);
        keepWorkMode(workspace, true);
        await navigate({ to: "/visits/by-visit/$visitId", params: { visitId: visit.visitId } });
      } else {
        await whenNone?.();
        toast({
          title: "Nothing left to take",
          detail: "Every open visit of this view is being worked on or snoozed.",
          action: { label: "All visits", run: () => void navigate({ to: "/visits" }) },
        });
      }
    } catch (error) {
      const { title, detail, advice } = describeFailure(error);
      toast({ tone: "bad", title: `No visit was taken: ${title}`, detail: `${detail} ${advice}`, stays: 0 });
    } finally {
      isUnderWay.current = false;
      setTaking(false);
    }
  };
  if (!canTake) return undefined;
  const continueWork = () => void (isInWorkMode(workspace) ? take(toList) : toList());
  return { takeNext: () => void take(), continueWork, isTaking };
}
