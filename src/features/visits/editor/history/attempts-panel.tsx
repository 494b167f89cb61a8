import { useEffect, useState } from "react";
import { diffEvents, type Difference } from "#room/billing/diff-events.ts";
import { differenceWords } from "#room/features/names/value-words.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { VisitStory } from "#room/features/visits/shared-visit/visit-story.tsx";
import { ToneMark } from "#room/features/visits/editor/findings/tone-mark.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

const looks: Readonly<Record<string, readonly [Tone, string]>> = {
  charged: ["ok", "Charged"],
  withheld: ["warn", "Withheld"],
  refused: ["bad", "Refused"],
  unknown: ["ask", "Unknown: no answer"],
  "not-accepted": ["plain", "Not accepted by the service"],
  sent: ["ok", "Sent"],
};

/** One attempt, and the event that it sent: an older one, where the visit was corrected since. */
interface Sent {
  readonly eventId: string;
  readonly attempt: Attempt;
}

/** Every attempt to send this visit, newest first, with those of the events that this one took the place of. */
function useSent(eventId: string): readonly Sent[] {
  const summary = useVisitSummary(eventId);
  const { visits } = useWorkspace();
  const events = summary ? [summary, ...visits.older(eventId)] : [];
  return events.flatMap((event) =>
    event.attempts.toReversed().map((attempt) => ({ eventId: event.eventId, attempt })),
  );
}

export function AttemptsPanel({ eventId }: { readonly eventId: string }) {
  const sent = useSent(eventId);
  const shared = useSharedVisit();
  const [shown, setShown] = useState<Sent>();
  if (shared)
    return (
      <>
        <VisitStory shared={shared} own={sent} onShowAttempt={setShown} />
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

/** The same from a row of the queue. */
export function AttemptsDialog({ eventId, onClose }: AttemptsDialogProps) {
  const visitId = useVisitSummary(eventId)?.visitId ?? "";
  const sent = useSent(eventId);
  return (
    <Dialog title={`Attempts to send visit ${shortGuid(visitId)}`} isOpen onClose={onClose} width="wide">
      <AttemptList eventId={eventId} sent={sent} />
    </Dialog>
  );
}

function AttemptList({ eventId, sent }: { readonly eventId: string; readonly sent: readonly Sent[] }) {
  const [shown, setShown] = useState<Sent>();
  return (
    <>
      <ol className={styles.list}>
        {sent.map((each) => (
          <AttemptItem
            key={`${each.eventId} ${each.attempt.number}`}
            attempt={each.attempt}
            asEvent={each.eventId === eventId ? undefined : each.eventId}
            onShow={() => setShown(each)}
          />
        ))}
      </ol>
      {shown === undefined ? null : (
        <SentDialog
          eventId={shown.eventId}
          number={shown.attempt.number}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface AttemptItemProps {
  readonly attempt: Attempt;
  /** The event that it was sent as, when that was an older one. */
  readonly asEvent: string | undefined;
  readonly onShow: () => void;
}

function AttemptItem({ attempt, asEvent, onShow }: AttemptItemProps) {
  const { outcome, startedAt, by, durationMs, requestId, message, tries } = attempt;
  const [tone, words] = (outcome && looks[outcome]) || (["accent", "Sending"] as const);
  return (
    <li>
      <ToneMark tone={tone} />
      <div>
        {words}
        <small>
          <time dateTime={new Date(startedAt).toISOString()}>{new Date(startedAt).toLocaleString()}</time> ·{" "}
          {by}
          {durationMs === undefined ? null : ` · ${(durationMs / 1000).toFixed(1)} s`}
          {tries !== undefined && tries > 1 ? ` · ${tries} tries` : null}
        </small>
        {message ? <small>{message}</small> : null}
        {asEvent === undefined ? null : (
          <small className={styles.ids}>before the correction, as event {shortGuid(asEvent)}</small>
        )}
        {requestId ? <small className={styles.ids}>request {requestId}</small> : null}
      </div>
      <Button size="small" look="quiet" onClick={onShow}>
        View request
      </Button>
    </li>
  );
}

interface SentDialogProps {
  readonly eventId: string;
  readonly number: number;
  readonly onClose: () => void;
}

/** What an attempt sent, and what differed from the one before. */
function SentDialog({ eventId, number, onClose }: SentDialogProps) {
  const { visits } = useWorkspace();
  const [content, setContent] = useState<{ sent: string; differences: readonly Difference[] | undefined }>();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await visits.attemptContent(eventId, number);
      if (isOver || !found) return;
      const { sent, before } = found;
      const differences = before ? diffEvents(before, sent) : undefined;
      setContent({ sent: JSON.stringify(sent, undefined, 2), differences });
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [visits, eventId, number]);
  return (
    <Dialog title={`Attempt ${number}`} isOpen onClose={onClose} width="wide">
      {content?.differences ? (
        <>
          <h3>Changed since the previous attempt</h3>
          <ul className={styles.changes}>
            {content.differences.map((each) => (
              <li key={`${each.kind} ${each.path.join(".")}`}>{differenceWords(each)}</li>
            ))}
            {content.differences.length === 0 ? <li>No changes: the same content.</li> : null}
          </ul>
        </>
      ) : null}
      <pre className={styles.code}>{content?.sent ?? "Loading…"}</pre>
    </Dialog>
  );
}
