import type { ReactNode } from "react";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useContentCharged } from "#room/features/visits/editor/correction/use-content-charged.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useTake } from "#room/features/visits/shared-visit/use-take.ts";

export function OutcomeActions({
  summary,
  isFollower,
  hasEnded,
  onRepeat,
}: {
  readonly summary: VisitSummary | undefined;
  readonly isFollower: boolean;
  /** Voided or corrected since: what may be done now stands above. */
  readonly hasEnded: boolean;
  readonly onRepeat: () => void;
}): ReactNode {
  const { outbox } = useWorkspace();
  const { pausedBecause } = useOutboxStatus();
  if (!summary) return null;
  const { eventId, queued, state } = summary;
  if (state === "charged")
    return (
      <>
        {summary.changedSinceAttempt && !isFollower ? <DiscardTyped eventId={eventId} /> : null}
        {hasEnded ? null : <TakeNextButton />}
      </>
    );
  if (state === "unknown" && queued?.state !== "sending") {
    return (
      <Button size="small" onClick={onRepeat}>
        Send the same again
      </Button>
    );
  }
  const isHeld = queued?.state === "held";
  if (!isHeld && queued?.state !== "waiting") return null;
  return (
    <>
      {!isHeld && pausedBecause === "no-answer" ? (
        <Button size="small" onClick={() => void outbox.retryNow()}>
          Try again
        </Button>
      ) : null}
      <Button size="small" onClick={() => void (isHeld ? outbox.release(eventId) : outbox.hold(eventId))}>
        {isHeld ? "Release" : "Hold"}
      </Button>
      <Button size="small" onClick={() => void outbox.withdraw(eventId)}>
        Withdraw
      </Button>
    </>
  );
}

/** Puts back what was charged. What was typed since was never billed. */
function DiscardTyped({ eventId }: { readonly eventId: string }) {
  const session = useEditor();
  const readCharged = useContentCharged(eventId);
  const discard = async () => {
    const charged = await readCharged();
    if (!charged) {
      toast({ title: "Not discarded: what was charged can’t be read", tone: "warn" });
      return;
    }
    adoptEvent(session.visit, charged, "Discard changes");
    session.offerUndo({ title: "Your changes are discarded", detail: "It shows what was charged." });
  };
  return (
    <Button size="small" onClick={() => void discard()}>
      Discard changes
    </Button>
  );
}

/** The next step after finishing a visit; nothing when the service has no queue. */
function TakeNextButton() {
  const take = useTake();
  if (!take) return null;
  return (
    <Button size="small" isBusy={take.isTaking} onClick={take.next} title="Take next (Alt+N)">
      Take next
    </Button>
  );
}
