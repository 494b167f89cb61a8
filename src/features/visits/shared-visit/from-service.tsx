import { visitTitle } from "#room/features/visits/visit-name.ts";
import { Link, Navigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { faultAt } from "#room/billing/fault-words.ts";
import { parsePath } from "#room/contract/issues.ts";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { receivedEvent } from "./received-event.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { isMissingOperation, OperationRefused } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { serviceEventOf } from "./standing.ts";
import { knowServiceVisit, useServiceVisit, type ServiceVisit } from "./use-service-visit.ts";

const allVisits = (
  <Link to="/visits" className={buttonClass("primary")}>
    All visits
  </Link>
);

/** Neither this browser nor, if it can be asked, the service has it. */
export function NoSuchVisit({ isAsked }: { readonly isAsked: boolean }) {
  return (
    <EmptyState
      title={isAsked ? "There’s no visit at this address" : "This device has no such visit"}
      actions={allVisits}
    >
      {isAsked
        ? "The service has no visit with this ID, and this device has no draft of it. Check the link, or look for the visit in the list."
        : "Drafts are kept in the browser in which they were made or imported, for the user who made them. Import the visit here to work on it."}
    </EmptyState>
  );
}

/** The address holds no ID at all. */
export function NoVisitId() {
  return (
    <EmptyState title="There’s no visit at this address" actions={allVisits}>
      The address of a visit ends with its ID of 32 characters (0–9, a–f). This one may be cut off or
      mistyped. Check the link, or look for the visit in the list.
    </EmptyState>
  );
}

/** Why the service did not show a visit, in plain words. */
export function VisitUnread({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  if (isMissingOperation(error)) return <NoSuchVisit isAsked={false} />;
  const status = error instanceof OperationRefused ? error.status : 0;
  if (status === 404) return <NoSuchVisit isAsked />;
  if (status === 403)
    return (
      <EmptyState title="You can’t see this visit" actions={allVisits}>
        It belongs to a practice you don’t have access to. Ask your administrator if you should.
      </EmptyState>
    );
  const actions = <Button onClick={again}>Try again</Button>;
  return <Failed what="The visit can’t be shown" {...{ error, actions }} />;
}

interface FromServiceProps {
  readonly eventId: string;
  /** The workspace can show it now. */
  readonly onReceived: () => void;
}

/** Shows an event of the clinic's queue that this browser does not have, without storing it. */
export function FromService(props: FromServiceProps) {
  return canonicalGuid(props.eventId) === undefined ? <NoVisitId /> : <Asked {...props} />;
}

function Asked({ eventId, onReceived }: FromServiceProps) {
  const canAsk = useServiceConfig().extensions.includes("getVisit");
  const { data, error, refetch } = useServiceVisit({ eventId });
  if (!canAsk) return <NoSuchVisit isAsked={false} />;
  if (data) return <Received eventId={eventId} answer={data} onReceived={onReceived} />;
  // No event: whoever copied the ID may have copied that of the visit.
  if (error instanceof OperationRefused && error.status === 404)
    return <Navigate to="/visits/by-visit/$visitId" params={{ visitId: eventId }} replace />;
  if (error) return <VisitUnread error={error} again={() => void refetch()} />;
  return <Reading />;
}

export function Reading() {
  return (
    <p role="status">
      <Spinner /> Loading the visit
    </p>
  );
}

function Received({
  eventId,
  answer,
  onReceived,
}: FromServiceProps & { readonly answer: ServiceVisit }): ReactNode {
  const { visits } = useWorkspace();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const { visit, events, autoChargedEvent } = answer;
  const known = events.find((each) => each.eventId === eventId);
  const { visitId } = visit;
  const isNewest = visit.eventId === eventId;
  const content = useMemo(() => autoChargedEvent && receivedEvent(autoChargedEvent), [autoChargedEvent]);
  const isUnreadable = content instanceof Unreadable;
  useEffect(() => {
    if (!isNewest || !known || !content || content instanceof Unreadable) return;
    const received = visits.receive(content, serviceEventOf(visitId, known));
    knowServiceVisit(client, answer);
    received.then(onReceived).catch(setFailure);
  }, [visits, client, answer, visitId, isNewest, known, content, onReceived]);
  // A corrected event opens in its current version; earlier ones are in its timeline.
  if (!isNewest) return <Navigate to="/visits/$eventId" params={{ eventId: visit.eventId }} replace />;
  if (failure !== undefined) return <VisitUnread error={failure} again={onReceived} />;
  if (known && content && !isUnreadable) return null;
  return (
    <EmptyState title={`${visitTitle(visit.visitId, visit)} can’t be shown`} actions={allVisits}>
      {isUnreadable
        ? `${faultAt(parsePath(content.path), content.message)}.`
        : "What was sent last was too large for the service to keep."}{" "}
      Ask whoever sent it
      {known?.receivedFrom ? ` (${shownCaller(known.receivedFrom)})` : ""} to send it again
      {isUnreadable ? " as the interface has it" : " in parts"}.
    </EmptyState>
  );
}
