import { Navigate, useMatch } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useNamesAreRead } from "#room/features/names/names-now.ts";
import { Banner } from "#room/ui/banner.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { latePart } from "#room/features/parts/late-part.tsx";
import { useNewVisit, type NewVisit } from "./session/new-visit.ts";
import { openName } from "./session/open-names.ts";
import { useOpenEvent } from "./session/use-open-event.ts";
import { VisitEditor } from "./visit-editor.tsx";

const FromService = latePart(async () => {
  // Whose work it is, is shown right after it.
  void import("#room/features/visits/shared-visit/shared-strip.tsx").catch(() => undefined);
  return (await import("#room/features/visits/shared-visit/from-service.tsx")).FromService;
}, null);

export function VisitEditorPage() {
  const visit = useMatch({ from: "/console/visit-editor/visits/$eventId", shouldThrow: false });
  const eventId = visit?.params.eventId;
  const areNamesRead = useNamesAreRead();
  const isNew = eventId === undefined;
  const begun = useNewVisit(isNew && areNamesRead);
  // A new visit starts with the clinic's only practice, which comes from its directory.
  if (isNew && !begun) return <EmptyState icon={<Spinner />} title="Loading…" />;
  const canonical = eventId === undefined ? (begun?.eventId ?? "") : (canonicalGuid(eventId) ?? eventId);
  const isBegun = begun?.eventId === canonical;
  return <OneVisit key={openName(canonical)} eventId={canonical} begun={isBegun ? begun : undefined} />;
}

interface OneVisitProps {
  readonly eventId: string;
  /** Set if it was begun on this page. */
  readonly begun: NewVisit | undefined;
}

function OneVisit(props: OneVisitProps) {
  const { visits } = useWorkspace();
  // An event that has been corrected opens as its latest version. A correction made on this page does not reload it.
  const { eventId } = props;
  const [opened] = useState(() => ({ eventId, newest: visits.newestOf(eventId) }));
  if (eventId === opened.eventId && eventId !== opened.newest)
    return <Navigate to="/visits/$eventId" params={{ eventId: opened.newest }} replace />;
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
