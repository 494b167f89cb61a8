import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import styles from "./retry.module.css";
import type { DryRun } from "./retry-plan.ts";
import { describeDryRun } from "./retry-plan.ts";
import type { Retry } from "./use-retry.tsx";

/** What must be answered before something is sent: the dry run of a batch, or a word on one event. */
export function RetryDialog({ retry }: { retry: Retry }) {
  const { question } = retry;
  if (!question) return null;
  const close = retry.dismissQuestion;
  const confirm = () => void retry.confirm();
  switch (question.kind) {
    case "dry-run": {
      const { sendable } = question.run;
      return (
        <Dialog
          title="Before anything is sent"
          isOpen
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{sendable.length === 0 ? "Close" : "Cancel"}</Button>
              {sendable.length === 0 ? null : (
                <Button look="primary" onClick={confirm}>
                  Send {sendable.length.toLocaleString()}
                </Button>
              )}
            </>
          }
        >
          <DryRunWords run={question.run} verb={question.verb} />
        </Dialog>
      );
    }
    case "repeat-unknown":
      return (
        <Dialog
          title={`Send event ${shortGuid(question.eventId)} again?`}
          role="alertdialog"
          isOpen
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Leave it</Button>
              <Button look="primary" onClick={confirm}>
                Send the same again
              </Button>
            </>
          }
        >
          <p>{question.message}</p>
          <p className={styles.note}>
            The last attempt got no answer, so its invoice may exist. This service has not said that a
            repeated event is safe. What is sent is exactly what was sent before, under the same event id.
          </p>
        </Dialog>
      );
    case "reissue":
      return (
        <Dialog
          title="Send the change under a new event id?"
          role="alertdialog"
          isOpen
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Leave it</Button>
              <Button look="primary" onClick={confirm}>
                Send as a new event
              </Button>
            </>
          }
        >
          <p>{question.message}</p>
          <p className={styles.note}>
            The visit stays the same; the old event and what was sent of it are kept beside the new one.
          </p>
        </Dialog>
      );
  }
}

function DryRunWords({ run, verb }: { run: DryRun; verb: "match" | "are selected" }) {
  return (
    <>
      <p className={styles.count}>{describeDryRun(run, verb)}</p>
      {run.warned > 0 ? (
        <p className={styles.note}>
          {run.warned === 1
            ? "1 of those to be sent has warnings that nobody has looked at."
            : `${run.warned.toLocaleString()} of those to be sent have warnings that nobody has looked at.`}
        </p>
      ) : null}
      {run.sendable.length === 0 ? <p className={styles.note}>Nothing can be sent as it stands.</p> : null}
    </>
  );
}
