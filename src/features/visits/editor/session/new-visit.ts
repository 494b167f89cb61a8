import { ownPractices, practicesInUse } from "#room/api/account.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { newEvent } from "#room/billing/new-event.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { onceFor } from "#room/signals/once-for.ts";
import { typedAside } from "./typed-aside.ts";

/**
 * The practice a new visit starts with, if there is no other it could be of: the only one the user is limited to; else the
 * only one of all that the clinic's directory names and its visits have. Without a directory this browser's visits count
 * too, other than the example. What a list shows says nothing of the practices it does not.
 */
export function usualPractice(
  rows: readonly VisitSummary[],
  { own, used }: { readonly own: readonly string[]; readonly used: readonly string[] } = {
    own: ownPractices(),
    used: practicesInUse(),
  },
): string {
  const names = namesNow();
  const named = names.search("practice", "", { limit: 2, day: clinicToday() }).map(({ id }) => id);
  const unnamed = used.filter((id) => names.nameOf("practice", id) === undefined);
  const seen = named.length > 0 ? [] : rows.filter((row) => !isExample(row)).map((row) => row.practiceId);
  const [only = "", ...others] = new Set(
    own.length > 0 ? own : [...named, ...unnamed, ...seen].filter(Boolean),
  );
  return others.length === 0 ? only : "";
}

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

/** The ids of the visits begun in this tab. */
const begunHere = onceFor((_of: Workspace) => new Set<string>());

/** The id of a visit begun here of which nothing could be stored: under it the page offers what was typed. */
function leftUnsaved(workspace: Workspace): Pick<DraftEvent, "eventId"> | undefined {
  const left = [...typedAside(workspace).get().keys()].findLast(
    (eventId) => begunHere(workspace).has(eventId) && workspace.visits.summary(eventId) === undefined,
  );
  return left === undefined ? undefined : { eventId: left };
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
  const event = { ...emptyEvent(workspace), ...leftUnsaved(workspace) };
  const eventId = event.eventId ?? "";
  begunHere(workspace).add(eventId);
  const onKept = () => {
    // If the user has gone to another page, stay there.
    if (!router.history.location.pathname.endsWith("/visits/new")) return;
    void navigate({ to: "/visits/$eventId", params: { eventId }, replace: true, resetScroll: false });
  };
  const visit = { eventId, event, onKept };
  setBegun({ isNew, visit });
  return visit;
}
