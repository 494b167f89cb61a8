import { useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
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
    case "dry-run":
      return <DryRunDialog key={question.run.total} run={question.run} verb={question.verb} retry={retry} />;
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

interface DryRunDialogProps {
  readonly run: DryRun;
  readonly verb: "match" | "are selected";
  readonly retry: Retry;
}

function DryRunDialog({ run, verb, retry }: DryRunDialogProps) {
  const [isReissuing, setReissuing] = useState(false);
  const changed = run.notSent.find((part) => part.reason === "needs-new-event-id")?.eventIds ?? [];
  const reissue = isReissuing ? changed : [];
  const count = run.sendable.length + reissue.length;
  return (
    <Dialog
      title="Before anything is sent"
      isOpen
      onClose={retry.dismissQuestion}
      actions={
        <>
          <Button onClick={retry.dismissQuestion}>{count === 0 ? "Close" : "Cancel"}</Button>
          {count === 0 ? null : (
            <Button look="primary" onClick={() => void retry.confirm(reissue)}>
              Send {count.toLocaleString()}
            </Button>
          )}
        </>
      }
    >
      <DryRunWords run={run} verb={verb} />
      {changed.length > 0 ? (
        <div className={styles.note}>
          <Checkbox
            label={
              changed.length === 1
                ? "Send the changed one too, as a new event of the same visit"
                : `Send the ${changed.length.toLocaleString()} changed ones too, each as a new event of the same visit`
            }
            checked={isReissuing}
            onChange={(event) => setReissuing(event.target.checked)}
          />
        </div>
      ) : null}
    </Dialog>
  );
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
