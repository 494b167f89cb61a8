import { useEffect, useState } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { outboxWords } from "#room/features/visits/queue/outbox-words.ts";
import { useOutboxStatus, useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { useKeeper } from "./keeper-context.ts";

export interface SignOutDialogProps {
  readonly everywhere: boolean;
  readonly onClose: () => void;
}

/** Asked while something is not confirmed as sent: after signing out, nothing here sends it. */
export function SignOutDialog({ everywhere, onClose }: SignOutDialogProps) {
  const keeper = useKeeper();
  const { outbox } = useWorkspace();
  const status = useOutboxStatus();
  const letters = useOwnMessages().filter(({ queued }) => queued && queued.state !== "held");
  /** How many outcomes are still to come before the user is signed out. They are told after the counts change. */
  const [awaited, setAwaited] = useState<number>();
  const [isFailed, setFailed] = useState(false);
  useEffect(
    () =>
      outbox.onSettled(({ outcome }) => {
        if (outcome === "refused" || outcome === "unknown") setFailed(true);
        else setAwaited((count) => count && count - 1);
      }),
    [outbox],
  );
  const signOut = () => {
    onClose();
    void keeper.signOut("signed-out", everywhere);
  };
  const sendNow = () => {
    setAwaited(keeper.unsent());
    for (const { id } of letters) void outbox.release(id);
  };
  const unsent = keeper.unsent();
  const isDone = unsent === 0 && !isFailed;
  useEffect(() => {
    if (isDone && awaited === 0) void keeper.signOut("signed-out", everywhere);
  }, [isDone, awaited, keeper, everywhere]);
  const canSend = unsent > 0 && status.pausedBecause === undefined;
  return (
    <Dialog
      role="alertdialog"
      title={isDone ? "Everything is sent now" : titleOf(unsent, letters.length, status.waiting === unsent)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button look={isDone ? "primary" : "danger"} onClick={signOut}>
            {isDone ? "Sign out" : "Sign out anyway"}
          </Button>
          {canSend ? (
            <Button look="primary" isBusy={awaited !== undefined} onClick={sendNow}>
              Send now and sign out
            </Button>
          ) : null}
        </>
      }
    >
      <ul>
        {letters.map(({ id, subject, to }) => (
          <li key={id}>
            “{shownSubject(subject)}” to {to.length === 1 ? to[0] : counted(to.length, "person", "people")}
          </li>
        ))}
      </ul>
      {unsent > 0 ? (
        <p>
          {outboxWords(status)?.body} If you sign out now, what isn’t sent stays on this device, encrypted,
          and is sent once you sign in here again.
        </p>
      ) : null}
      {isFailed ? (
        <p>Something got no answer or was rejected. Look for it under Visits and in Sent.</p>
      ) : null}
    </Dialog>
  );
}

function titleOf(unsent: number, letters: number, isWaiting: boolean): string {
  if (unsent === 0) return "Not everything was sent";
  const what = letters === unsent ? "message" : letters === 0 ? "visit" : "item";
  const state = isWaiting ? "sent" : "confirmed as sent";
  return `${counted(unsent, what)} ${unsent === 1 ? "isn’t" : "aren’t"} ${state} yet`;
}
