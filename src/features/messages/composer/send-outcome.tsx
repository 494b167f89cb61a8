import { useCallback, useRef } from "react";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useShowsItself } from "#room/features/messages/sent/shown-composers.ts";
import { SentLetter } from "#room/features/messages/sent/sent-letter.tsx";
import { UnknownLetter } from "#room/features/messages/sent/unknown-letter.tsx";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { isFocusNowhere, useFocusFollows } from "#room/ui/use-kept-focus.ts";
import { useNow } from "#room/ui/use-now.ts";
import styles from "./composer.module.css";

export interface SendOutcomeProps {
  entry: MessageEntry;
  /** How long the message is held, in milliseconds, for the progress bar. */
  holdMs: number;
  /** Absent if the surroundings have their own way to close. */
  closeWords?: string;
  onUndone(): void;
  onClose(): void;
  onNew(): void;
}

/** The state of a message after Send: held, being sent, sent, or unknown. */
export function SendOutcome({ entry, holdMs, closeWords, onUndone, onClose, onNew }: SendOutcomeProps) {
  const { state, queued } = entry;
  useShowsItself(entry.id);
  const place = useRef<HTMLDivElement>(null);
  const isWaiting = state === "waiting";
  const left = (queued?.notBefore ?? 0) - useNow(isWaiting ? 250 : 60_000);
  const isKept = queued?.reason === "undo" || queued?.reason === "left";
  const isHeld = isWaiting && isKept && queued?.state !== "sending" && left > 0;
  // What had the focus, the text or Undo, is gone with the state before.
  useFocusFollows(place, `${state} ${isHeld}`);
  const begin = useCallback((node: HTMLDivElement | null) => {
    place.current = node;
    if (isFocusNowhere()) node?.focus();
  }, []);
  return (
    <div
      ref={begin}
      tabIndex={-1}
      className={`stack ${styles.outcome}`}
      role="group"
      aria-label="Your message"
    >
      <p className={styles.leaving}>
        <b>{shownSubject(entry.subject)}</b> {entry.sentBy === undefined ? "" : `from ${entry.sentBy} `}to{" "}
        {entry.to.length <= 3 ? entry.to.join(", ") : `${entry.to.length} people`}
      </p>
      {isHeld ? <Held entry={entry} holdMs={holdMs} left={left} onUndone={onUndone} /> : null}
      <div role="status">
        {isHeld ? (
          <p className="visually-hidden">It will be sent in a few seconds. Undo takes it back.</p>
        ) : null}
        {isWaiting && !isHeld ? <Waiting entry={entry} onUndone={onUndone} /> : null}
        {state === "sent" ? <SentLetter entry={entry} /> : null}
        {state === "unknown" ? <UnknownLetter entry={entry} /> : null}
      </div>
      <div className="row">
        {closeWords === undefined ? null : (
          <Button look={state === "sent" ? "primary" : "plain"} onClick={onClose}>
            {closeWords}
          </Button>
        )}
        {state === "sent" && closeWords !== undefined ? <Button onClick={onNew}>Write another</Button> : null}
      </div>
    </div>
  );
}

function useUndo(id: string, onUndone: () => void): () => void {
  const { outbox } = useWorkspace();
  const undo = async () => {
    if (await outbox.withdraw(id)) onUndone();
    else
      toast({
        title: "It was already sent",
        detail: "You’ll see here whether it was delivered.",
        tone: "warn",
      });
  };
  return () => void undo();
}

interface HeldProps {
  entry: MessageEntry;
  holdMs: number;
  left: number;
  onUndone(): void;
}

function Held({ entry, holdMs, left, onUndone }: HeldProps) {
  const { outbox } = useWorkspace();
  const undo = useUndo(entry.id, onUndone);
  return (
    <>
      <div className={styles.countdown}>
        <ProgressBar
          label={`Sends in ${Math.ceil(left / 1000)} s`}
          value={holdMs - left}
          total={Math.max(1, holdMs)}
        />
      </div>
      <div className="row">
        <Button look="primary" onClick={undo}>
          Undo
        </Button>
        <Button look="quiet" onClick={() => void outbox.release(entry.id)}>
          Send now
        </Button>
      </div>
    </>
  );
}

const waitWords: Partial<Record<string, string>> = {
  offline: "This computer is offline. The message goes out as soon as you’re back online.",
  unreachable: "The service can’t be reached, so nothing was sent. We’ll keep trying.",
  busy: "The service is busy and nothing was sent. We’ll keep trying.",
  session: "Your session ended. The message goes out after you sign in again.",
  queued: "It goes out in a moment.",
  settle: "It goes out in a moment.",
};

function Waiting({ entry, onUndone }: { entry: MessageEntry; onUndone(): void }) {
  const undo = useUndo(entry.id, onUndone);
  const { pausedBecause } = useOutboxStatus();
  const isSending = entry.queued?.state === "sending";
  const because = pausedBecause ?? entry.queued?.reason ?? "queued";
  const reason = because === "offline" && navigator.onLine ? "unreachable" : because;
  return (
    <Banner
      tone="accent"
      title={isSending ? "Sending…" : "Waiting to be sent"}
      actions={isSending ? null : <Button onClick={undo}>Undo</Button>}
    >
      {isSending ? "The message is on its way to the service." : (waitWords[reason] ?? waitWords["queued"])}
    </Banner>
  );
}
