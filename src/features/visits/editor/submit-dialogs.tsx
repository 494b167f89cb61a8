import { useNavigate } from "@tanstack/react-router";
import { exampleForecast } from "#room/features/visits/example-forecast.ts";
import { useWorkspace } from "#room/features/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import type { BlockReason, SendPlan } from "#room/workspace/outbox-entry.ts";
import type { EditorSession } from "./editor-session.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "./editor.module.css";
import type { Located } from "./judge/live-findings.ts";

interface WarningsDialogProps {
  readonly warnings: readonly Located[];
  readonly session: EditorSession;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

/** Warnings do not stop a visit; they are asked about once. */
export function WarningsDialog({ warnings, session, onClose, onSend }: WarningsDialogProps) {
  return (
    <Dialog
      title={
        warnings.length === 1 ? "Send with this warning?" : `Send with these ${warnings.length} warnings?`
      }
      role="alertdialog"
      isOpen
      onClose={onClose}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button look="primary" onClick={onSend}>
            Send anyway
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {warnings.slice(0, 30).map(({ key, finding, place }) => (
          <li key={key}>
            <ToneMark tone="warn" />
            <div>
              {finding.message}
              <small>{place ? session.nameOf(place) : "The visit"}</small>
            </div>
          </li>
        ))}
      </ul>
      {warnings.length > 30 ? <p>and {warnings.length - 30} more</p> : null}
    </Dialog>
  );
}

const titles: Readonly<Record<BlockReason, string>> = {
  example: "Not sent: this is an example",
  charged: "This visit is charged already",
  "already-queued": "It is on its way already",
  "unknown-needs-word": "The last attempt has no known outcome",
  "unknown-changed": "Settle the unknown attempt first",
  "needs-new-event-id": "The service has this event with other content",
  replaced: "Another event goes out in its place",
  "visit-unsettled": "Another event of this visit is not settled",
  "visit-charged": "This visit was charged by another event",
  "blocking-faults": "Faults stand in the way",
  "not-found": "This browser has no such event",
};

const meanings: Partial<Record<BlockReason, string>> = {
  "unknown-needs-word":
    "The service gave no answer, and it has not said that a repeated event is safe. If the first one was taken, sending it again could bill twice.",
  "unknown-changed":
    "What was sent before may have been billed, and the visit was changed since. First settle what became of that attempt: repeat exactly what it sent. Then send the change under a new event id.",
  "needs-new-event-id":
    "The service answers an event id with what it first stood for. To send the change, the visit goes out under a new event id.",
};

interface BlockedDialogProps {
  readonly plan: Extract<SendPlan, { kind: "blocked" }>;
  readonly eventId: string;
  readonly onClose: () => void;
  readonly onRepeat: () => void;
}

/** Why it was not sent, what that means for the bill, and the safe way on. */
export function BlockedDialog({ plan, eventId, onClose, onRepeat }: BlockedDialogProps) {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const reissue = async () => {
    const next = await visits.reissue(eventId);
    onClose();
    toast({ title: "A new event id was given", detail: "Look it over and submit it." });
    await navigate({ to: "/visits/$eventId", params: { eventId: next } });
  };
  const { reason } = plan;
  const canRepeat = reason === "unknown-needs-word" || reason === "unknown-changed";
  return (
    <Dialog
      title={titles[reason]}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{canRepeat ? "Do nothing now" : "Close"}</Button>
          {canRepeat ? (
            <Button look="primary" onClick={onRepeat}>
              Repeat exactly what was sent
            </Button>
          ) : null}
          {reason === "needs-new-event-id" ? (
            <Button look="primary" onClick={() => void reissue()}>
              Use a new event id
            </Button>
          ) : null}
        </>
      }
    >
      <p>{reason === "example" ? exampleForecast(visits.summary(eventId)) : plan.message}</p>
      {meanings[reason] && meanings[reason] !== plan.message ? <p>{meanings[reason]}</p> : null}
    </Dialog>
  );
}
