import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import styles from "#room/features/visits/editor/editor.module.css";
import { useSent } from "./use-sent.ts";
import type { OwnAttempt } from "#room/features/visits/shared-visit/own-attempt.ts";
import { attemptItem } from "#room/features/visits/shared-visit/story-lines.ts";
import { useNow } from "#room/ui/use-now.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { VisitLetters } from "#room/features/visits/shared-visit/visit-letters.tsx";
import { StoryLine, VisitStory } from "#room/features/visits/shared-visit/visit-story.tsx";
import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";

const SentDialog = lateDialog(async () => (await import("./sent-dialog.tsx")).SentDialog);

/** What an attempt sent, in a dialog once `show` is given it. */
function useSentDialog() {
  const [shown, show] = useState<OwnAttempt>();
  const dialog = shown ? (
    <SentDialog eventId={shown.eventId} number={shown.attempt.number} onClose={() => show(undefined)} />
  ) : null;
  return { show, dialog };
}

export function AttemptList({
  eventId,
  sent,
}: {
  readonly eventId: string;
  readonly sent: readonly OwnAttempt[];
}) {
  const { show, dialog } = useSentDialog();
  const now = useNow(60_000);
  return (
    <>
      <ol className={styles.list}>
        {sent.map((each) => {
          const item = attemptItem(each);
          const title = each.eventId === eventId ? item.title : `${item.title}, before the correction`;
          return <StoryLine key={item.key} item={{ ...item, title }} now={now} onShowAttempt={show} />;
        })}
      </ol>
      {dialog}
    </>
  );
}

export function AttemptsPanel({ eventId }: { readonly eventId: string }) {
  const sent = useSent(eventId);
  const shared = useSharedVisit();
  const { show, dialog } = useSentDialog();
  if (shared)
    return (
      <>
        <VisitStory shared={shared} own={sent} onShowAttempt={show} />
        <VisitLetters visitId={shared.visitId} />
        {dialog}
      </>
    );
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
