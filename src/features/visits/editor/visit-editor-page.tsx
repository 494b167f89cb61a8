import { Navigate, useMatch } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useNamesAreRead } from "#room/features/names/names-now.ts";
import { Banner } from "#room/ui/banner.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { FromService } from "#room/features/visits/shared-visit/from-service.tsx";
import { useNewVisit, type NewVisit } from "./session/new-visit.ts";
import { openName } from "./session/open-names.ts";
import { useOpenEvent } from "./session/use-open-event.ts";
import { VisitEditor } from "./visit-editor.tsx";

/** The editor of one event: `/visits/new` and `/visits/<eventId>`. */
export function VisitEditorPage() {
  const visit = useMatch({ from: "/console/visit-editor/visits/$eventId", shouldThrow: false });
  const eventId = visit?.params.eventId;
  const areNamesRead = useNamesAreRead();
  const isNew = eventId === undefined;
  const begun = useNewVisit(isNew && areNamesRead);
  // A new visit begins with the clinic's only practice, which its directory tells.
  if (isNew && !begun) return <EmptyState icon={<Spinner />} title="Loading…" />;
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
      return <FromService eventId={eventId} onReceived={again} />;
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
