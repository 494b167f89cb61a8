import { useEffect, useState } from "react";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace-context.ts";
import { fullDate } from "#room/features/messages/inbox/received-words.ts";
import type { MessageEntry } from "#room/workspace/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./composer.module.css";

export interface SendOutcomeProps {
  entry: MessageEntry;
  /** The held length in milliseconds, for the bar. */
  holdMs: number;
  /** None where what stands around it has its own way to close. */
  closeWords?: string;
  onUndone(): void;
  onClose(): void;
  onNew(): void;
}

/** What becomes of a message after Send: held, under way, sent, or unknown. */
export function SendOutcome({ entry, holdMs, closeWords, onUndone, onClose, onNew }: SendOutcomeProps) {
  const { state } = entry;
  return (
    <div className={styles.outcome} role="status">
      <p className={styles.leaving}>
        <b>{entry.subject || "No subject"}</b> to{" "}
        {entry.to.length <= 3 ? entry.to.join(", ") : `${entry.to.length} people`}
      </p>
      {state === "waiting" ? <OnItsWay entry={entry} holdMs={holdMs} onUndone={onUndone} /> : null}
      {state === "sent" ? (
        <Banner tone="ok" title="Sent">
          The service took it{entry.sentAt ? ` on ${fullDate(entry.sentAt)}` : ""} as message{" "}
          {entry.messageId}. Whether it was delivered, this service does not tell.
        </Banner>
      ) : null}
      {state === "unknown" ? <Unknown entry={entry} /> : null}
      <div className={styles.outcomeActions}>
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

function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

function useUndo(id: string, onUndone: () => void): () => void {
  const { outbox } = useWorkspace();
  const undo = async () => {
    if (await outbox.withdraw(id)) onUndone();
    else
      toast({
        title: "It has left already",
        detail: "Its outcome is shown here when it is known.",
        tone: "warn",
      });
  };
  return () => void undo();
}

interface OnItsWayProps {
  entry: MessageEntry;
  holdMs: number;
  onUndone(): void;
}

/** Held until its moment, then waiting for whatever stops the outbox. */
function OnItsWay({ entry, holdMs, onUndone }: OnItsWayProps) {
  const left = (entry.queued?.notBefore ?? 0) - useNow(250);
  const isHeld = entry.queued?.reason === "undo" && entry.queued.state !== "sending" && left > 0;
  return isHeld ? (
    <Held entry={entry} holdMs={holdMs} left={left} onUndone={onUndone} />
  ) : (
    <Waiting entry={entry} onUndone={onUndone} />
  );
}

function Held({ entry, holdMs, left, onUndone }: OnItsWayProps & { left: number }) {
  const { outbox } = useWorkspace();
  const undo = useUndo(entry.id, onUndone);
  return (
    <>
      <div className={styles.countdown}>
        <ProgressBar
          label={`Leaves in ${Math.ceil(left / 1000)} s`}
          value={holdMs - left}
          total={Math.max(1, holdMs)}
        />
      </div>
      <div className={styles.outcomeActions}>
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
  offline: "This computer is offline. It leaves by itself when the network is back.",
  busy: "The service is busy and took nothing. It is tried again by itself.",
  session: "Your session ended. It leaves when you have signed in again.",
  queued: "It is on its way.",
  settle: "It is on its way.",
};

function Waiting({ entry, onUndone }: { entry: MessageEntry; onUndone(): void }) {
  const undo = useUndo(entry.id, onUndone);
  const { pausedBecause } = useOutboxStatus();
  const isSending = entry.queued?.state === "sending";
  const reason = pausedBecause ?? entry.queued?.reason ?? "queued";
  return (
    <Banner
      tone="accent"
      title={isSending ? "Sending…" : "Waiting to leave"}
      actions={isSending ? null : <Button onClick={undo}>Undo</Button>}
    >
      {isSending ? "The request is under way." : (waitWords[reason] ?? waitWords["queued"])}
    </Banner>
  );
}

function Unknown({ entry }: { entry: MessageEntry }) {
  const { outbox } = useWorkspace();
  const attempt = entry.attempts.at(-1);
  return (
    <Banner
      tone="ask"
      title="It may have been sent"
      requestId={attempt?.requestId}
      actions={
        <Button look="danger" onClick={() => void outbox.repeat(entry.id, { confirmed: true })}>
          Send again, perhaps twice
        </Button>
      }
    >
      The message left, and no answer came{attempt?.message ? ` (${attempt.message})` : ""}. It is not sent
      again by itself. Ask a recipient whether it came before you send it again.
    </Banner>
  );
}
