import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { newEvent } from "#room/billing/new-event.ts";
import { ownPractices } from "#room/api/account.ts";
import { onlyPractice } from "#room/features/visits/clinic/only-practice.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import { todayHere } from "#room/api/today-here.ts";
import { usualPractice } from "./usual-practice.ts";

/** A visit begun on the page. The workspace does not have it until its first change. */
export interface NewVisit {
  readonly eventId: string;
  readonly event: DraftEvent;
  /** Called once the workspace has it. */
  readonly onKept: () => void;
}

/** An empty event for the most recently used practice; the editor adds its empty line. */
function emptyEvent({ userName, visits }: Workspace, client: QueryClient): DraftEvent {
  const today = todayHere();
  const practiceId = usualPractice(visits.list(), onlyPractice(client), ownPractices());
  const made = newEvent({ uuid: () => crypto.randomUUID(), today, createdId: userName, practiceId });
  return { ...made, visitCharged: { ...made.visitCharged, charges: [] } };
}

/** Gives a fresh visit each time the page goes to `/visits/new`. Once saved, it continues at its own URL. */
export function useNewVisit(isNew: boolean): NewVisit | undefined {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const router = useRouter();
  const client = useQueryClient();
  const [begun, setBegun] = useState<{ readonly isNew: boolean; readonly visit?: NewVisit }>({
    isNew: false,
  });
  if (begun.isNew === isNew) return begun.visit;
  if (!isNew) {
    setBegun({ ...begun, isNew });
    return begun.visit;
  }
  const event = emptyEvent(workspace, client);
  const eventId = event.eventId ?? "";
  const onKept = () => {
    // If the user has gone to another page, stay there.
    if (!router.history.location.pathname.endsWith("/visits/new")) return;
    void navigate({ to: "/visits/$eventId", params: { eventId }, replace: true, resetScroll: false });
  };
  const visit = { eventId, event, onKept };
  setBegun({ isNew, visit });
  return visit;
}
