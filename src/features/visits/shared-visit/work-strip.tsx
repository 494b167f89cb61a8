import { useSyncExternalStore } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { latePart } from "#room/features/parts/late-part.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import type { Submission } from "./use-submit-and-next.ts";
import type { SharedVisitState } from "./shared-visit.ts";

/** Most visits begun here have none. */
const SharedStrip = latePart(async () => (await import("./shared-strip.tsx")).SharedStrip, null);

interface WorkStripProps {
  readonly eventId: string;
  readonly submit: Submission;
  readonly canSubmit: boolean;
}

/** The open visit's place in the clinic's queue; nothing when it has none. */
export function WorkStrip({ shared, ...props }: WorkStripProps & { readonly shared: SharedVisitState }) {
  if (shared.kind === "shared") return <SharedStrip shared={shared} {...props} />;
  if (shared.kind === "none") return null;
  return <UnreadStrip shared={shared} eventId={props.eventId} />;
}

function UnreadStrip({
  shared,
  eventId,
}: {
  readonly shared: Extract<SharedVisitState, { kind: "unread" }>;
  readonly eventId: string;
}) {
  const { outbox, visits } = useWorkspace();
  const live = { isUnfinished: false };
  const isBlocked = useSyncExternalStore(
    visits.subscribe,
    () => outbox.plan(eventId, { live }).kind === "blocked",
  );
  const { title, advice, requestId } = describeFailure(shared.error);
  return (
    <Banner
      isStrip
      tone="warn"
      role="status"
      title={`We don’t know who has this visit: ${title}`}
      requestId={requestId}
      actions={<Button onClick={shared.again}>Try again</Button>}
    >
      {isBlocked ? "It can’t be submitted until we know. " : ""}What you type is kept here. {advice}
    </Banner>
  );
}
