import { useNavigate } from "@tanstack/react-router";
import { useRemove } from "#room/features/visits/queue/use-remove.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";

interface ToChargedProps {
  /** The open event. */
  readonly eventId: string;
  /** The event that charged the visit. */
  readonly chargedBy: string;
}

/** The ways on from a draft whose visit another event has charged: to that version, with or without the draft. */
export function ToCharged({ eventId, chargedBy }: ToChargedProps) {
  const navigate = useNavigate();
  const remove = useRemove();
  const isKept = useVisitSummary(eventId)?.isGuest !== true;
  const show = () => navigate({ to: "/visits/$eventId", params: { eventId: chargedBy }, replace: true });
  // First away from it, so that nothing shows a draft that is gone.
  const discard = () => show().then(() => remove([eventId]));
  return (
    <>
      <Button size="small" look="primary" onClick={() => void show()}>
        Show the charged visit
      </Button>
      {isKept ? (
        <Button size="small" onClick={() => void discard()}>
          Discard this draft
        </Button>
      ) : null}
    </>
  );
}
