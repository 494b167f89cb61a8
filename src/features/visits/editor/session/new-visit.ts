import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { newEvent } from "#room/billing/new-event.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import { usualPractice } from "./usual-practice.ts";

/** A visit begun on the page. The workspace does not have it until its first change. */
export interface NewVisit {
  readonly eventId: string;
  readonly event: DraftEvent;
  readonly onKept: () => void;
}

function emptyEvent({ userName, visits }: Workspace): DraftEvent {
  const practiceId = usualPractice(visits.list());
  const today = practiceToday(practiceId);
  const made = newEvent({ uuid: () => crypto.randomUUID(), today, createdId: userName, practiceId });
  return { ...made, visitCharged: { ...made.visitCharged, charges: [] } };
}

/** Gives a fresh visit each time the page goes to `/visits/new`. Once saved, it continues at its own URL. */
export function useNewVisit(isNew: boolean): NewVisit | undefined {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const router = useRouter();
  const [begun, setBegun] = useState<{ readonly isNew: boolean; readonly visit?: NewVisit }>({
    isNew: false,
  });
  if (begun.isNew === isNew) return begun.visit;
  if (!isNew) {
    setBegun({ ...begun, isNew });
    return begun.visit;
  }
  const event = emptyEvent(workspace);
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
