import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import type { SharedVisit, SharedVisitState } from "./shared-visit.ts";
import { useNewerEvent } from "./use-newer-event.ts";
import { useSubmitAndNext } from "./use-shared-editing.ts";
import { useVisitActions } from "./use-visit-actions.tsx";
import { useTakeNext } from "./use-take-next.ts";
import { WorkBar } from "./work-bar.tsx";

interface WorkStripProps {
  readonly eventId: string;
  readonly submit: () => void;
  readonly canSubmit: boolean;
}

/** The open visit's place in the clinic's queue; nothing when it has none. */
export function WorkStrip({ shared, ...props }: WorkStripProps & { readonly shared: SharedVisitState }) {
  if (shared.kind === "shared") return <SharedStrip shared={shared} {...props} />;
  if (shared.kind === "none") return null;
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
      It can’t be submitted until we know. What you type is kept here. {advice}
    </Banner>
  );
}

function SharedStrip({
  shared,
  eventId,
  submit,
  canSubmit,
}: WorkStripProps & { readonly shared: SharedVisit }) {
  const next = useTakeNext();
  const actions = useVisitActions(shared, () => next?.continueWork());
  useNewerEvent(eventId, shared, actions.isAsking);
  const submitAndNext = useSubmitAndNext(eventId, submit, {
    next: next?.takeNext,
    onCharged: () => shared.hold.done(),
  });
  return (
    <WorkBar
      eventId={eventId}
      shared={shared}
      actions={actions}
      next={next}
      canSubmit={canSubmit}
      onSubmitAndNext={submitAndNext}
    />
  );
}
