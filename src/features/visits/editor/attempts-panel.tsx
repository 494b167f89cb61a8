import { useEffect, useState } from "react";
import { diffEvents, type Difference } from "#room/billing/diff-events.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { Attempt } from "#room/workspace/attempt.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "./editor.module.css";

const looks: Readonly<Record<string, readonly [Tone, string]>> = {
  charged: ["ok", "Charged"],
  withheld: ["warn", "Withheld"],
  refused: ["bad", "Refused"],
  unknown: ["ask", "Unknown: no answer"],
  "not-accepted": ["plain", "Not taken by the service"],
  sent: ["ok", "Sent"],
};

/** Every attempt to send this event, newest first. */
export function AttemptsPanel({ eventId }: { readonly eventId: string }) {
  const summary = useVisitSummary(eventId);
  const [shown, setShown] = useState<number>();
  const attempts = summary?.attempts ?? [];
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts">
      <h2 className={styles.sideTitle}>Attempts</h2>
      <ol className={styles.list}>
        {attempts.toReversed().map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} onShow={() => setShown(attempt.number)} />
        ))}
      </ol>
      {shown === undefined ? null : (
        <SentDialog eventId={eventId} number={shown} onClose={() => setShown(undefined)} />
      )}
    </section>
  );
}

function AttemptItem({ attempt, onShow }: { readonly attempt: Attempt; readonly onShow: () => void }) {
  const { outcome, startedAt, by, durationMs, requestId, message, tries } = attempt;
  const [tone, words] = (outcome && looks[outcome]) || (["accent", "On its way"] as const);
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
        {requestId ? <small className={styles.ids}>request {requestId}</small> : null}
      </div>
      <Button size="small" look="quiet" onClick={onShow}>
        What it sent
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
          <h3>Different from the attempt before</h3>
          <ul className={styles.changes}>
            {content.differences.map(({ kind, words, path }) => (
              <li key={`${kind} ${path.join(".")}`}>{words}</li>
            ))}
            {content.differences.length === 0 ? <li>Nothing: the same content.</li> : null}
          </ul>
        </>
      ) : null}
      <pre className={styles.code}>{content?.sent ?? "Reading…"}</pre>
    </Dialog>
  );
}
