import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Button } from "#room/ui/button.tsx";
import { formatSeconds } from "#room/ui/formats.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { outcomeLook } from "#room/features/visits/states.ts";
import { ToneMark } from "#room/features/visits/editor/findings/tone-mark.tsx";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { useSent, type Sent } from "./use-sent.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { VisitLetters } from "#room/features/visits/shared-visit/visit-letters.tsx";
import { VisitStory } from "#room/features/visits/shared-visit/visit-story.tsx";
import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";

const SentDialog = lateDialog(async () => (await import("./sent-dialog.tsx")).SentDialog);

/** What an attempt sent, in a dialog once `show` is given it. */
function useSentDialog() {
  const [shown, show] = useState<Sent>();
  const dialog = shown ? (
    <SentDialog eventId={shown.eventId} number={shown.attempt.number} onClose={() => show(undefined)} />
  ) : null;
  return { show, dialog };
}

export function AttemptList({ eventId, sent }: { readonly eventId: string; readonly sent: readonly Sent[] }) {
  const { show, dialog } = useSentDialog();
  return (
    <>
      <ol className={styles.list}>
        {sent.map((each) => (
          <AttemptItem
            key={`${each.eventId} ${each.attempt.number}`}
            attempt={each.attempt}
            asEvent={each.eventId === eventId ? undefined : each.eventId}
            onShow={() => show(each)}
          />
        ))}
      </ol>
      {dialog}
    </>
  );
}

interface AttemptItemProps {
  readonly attempt: Attempt;
  readonly asEvent: string | undefined;
  readonly onShow: () => void;
}

function AttemptItem({ attempt, asEvent, onShow }: AttemptItemProps) {
  const { outcome, startedAt, by, durationMs, requestId, message, tries } = attempt;
  const { tone, label: words } = outcomeLook(outcome);
  return (
    <li>
      <ToneMark tone={tone} />
      <div>
        {words}
        <small>
          <time dateTime={new Date(startedAt).toISOString()}>{clinicTimes().toSecond(startedAt)}</time> · {by}
          {durationMs === undefined ? null : ` · ${formatSeconds(durationMs)}`}
          {tries !== undefined && tries > 1 ? ` · ${tries} tries` : null}
        </small>
        {message ? <small>{message}</small> : null}
        {asEvent === undefined ? null : <small>before the correction</small>}
        <TechnicalIds ids={[asEvent && `event ${shortGuid(asEvent)}`, requestId && `request ${requestId}`]} />
      </div>
      <Button size="small" look="quiet" onClick={onShow}>
        View request
      </Button>
    </li>
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
