import { useVisitTitle } from "#room/features/visits/visit-name.ts";
import { useState } from "react";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { VisitLetters } from "#room/features/visits/shared-visit/visit-letters.tsx";
import { VisitStory } from "#room/features/visits/shared-visit/visit-story.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { type Sent, useSent, SentDialog } from "./sent-dialog.tsx";
import { AttemptList } from "./attempt-list.tsx";

export function AttemptsPanel({ eventId }: { readonly eventId: string }) {
  const sent = useSent(eventId);
  const shared = useSharedVisit();
  const [shown, setShown] = useState<Sent>();
  if (shared)
    return (
      <>
        <VisitStory shared={shared} own={sent} onShowAttempt={setShown} />
        <VisitLetters visitId={shared.visitId} />
        {shown ? (
          <SentDialog
            eventId={shown.eventId}
            number={shown.attempt.number}
            onClose={() => setShown(undefined)}
          />
        ) : null}
      </>
    );
  if (sent.length === 0) return null;
  return (
    <section aria-label="Attempts">
      <h2 className={styles.sideTitle}>Attempts</h2>
      <AttemptList eventId={eventId} sent={sent} />
    </section>
  );
}

interface AttemptsDialogProps {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** The same for a row of the queue. */
export function AttemptsDialog({ eventId, onClose }: AttemptsDialogProps) {
  const visitId = useVisitSummary(eventId)?.visitId ?? "";
  const sent = useSent(eventId);
  const titleOf = useVisitTitle();
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
