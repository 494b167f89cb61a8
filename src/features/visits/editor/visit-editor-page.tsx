import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { useNewVisit, type NewVisit } from "./session/new-visit.ts";
import { openName } from "./session/open-names.ts";
import { useOpenEvent } from "./session/use-open-event.ts";
import { VisitEditor } from "./visit-editor.tsx";

/** The editor of one event: `/visits/new` and `/visits/<eventId>`. */
export function VisitEditorPage() {
  const { eventId } = useParams({ strict: false });
  const begun = useNewVisit(eventId === undefined);
  const canonical = eventId === undefined ? (begun?.eventId ?? "") : (canonicalGuid(eventId) ?? eventId);
  const isBegun = begun?.eventId === canonical;
  return <OneVisit key={openName(canonical)} eventId={canonical} begun={isBegun ? begun : undefined} />;
}

interface OneVisitProps {
  readonly eventId: string;
  /** Where it was begun on this page. */
  readonly begun: NewVisit | undefined;
}

function OneVisit(props: OneVisitProps) {
  const { visits } = useWorkspace();
  // What was corrected since is opened as it stands now. A correction made on this page leaves the page as it is.
  const { eventId } = props;
  const [asked] = useState(() => ({ eventId, newest: visits.newestOf(eventId) }));
  if (eventId === asked.eventId && eventId !== asked.newest)
    return <Navigate to="/visits/$eventId" params={{ eventId: asked.newest }} replace />;
  return <OpenVisit {...props} />;
}

function OpenVisit({ eventId, begun }: OneVisitProps) {
  const { opening, again } = useOpenEvent(eventId, begun);
  switch (opening.kind) {
    case "loading":
      return null;
    case "missing":
      return (
        <EmptyState
          title="This browser has no such visit"
          actions={
            <Link to="/visits" className={buttonClass("primary")}>
              All visits
            </Link>
          }
        >
          Drafts are kept in the browser in which they were made or imported, for the user who made them.
          Import the event here to go on with it.
        </EmptyState>
      );
    case "failed": {
      const words = describeFailure(opening.error);
      return (
        <Banner tone="bad" role="alert" title="The visit can’t be opened">
          {words.detail || words.title} {words.advice}
        </Banner>
      );
    }
    case "open":
      return <VisitEditor key={opening.generation} {...opening} again={again} />;
  }
}
