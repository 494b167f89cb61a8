import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { AttemptList } from "./attempts-panel.tsx";
import { useSent } from "./use-sent.ts";

interface AttemptsDialogProps {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** The same for a row of the queue. */
export function AttemptsDialog({ eventId, onClose }: AttemptsDialogProps) {
  const visitId = useVisitSummary(eventId)?.visitId ?? "";
  const sent = useSent(eventId);
  const titleOf = useVisitWords(visitTitle);
  return (
    <Dialog
      title={`Attempts to send ${titleOf(visitId).replace(/^Visit/, "visit")}`}
      onClose={onClose}
      width="wide"
    >
      <AttemptList eventId={eventId} sent={sent} />
    </Dialog>
  );
}
