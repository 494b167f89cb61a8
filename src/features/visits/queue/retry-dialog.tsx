import { BlockedDialog } from "#room/features/visits/sending/blocked-dialog.tsx";
import type { DryRun } from "#room/features/visits/sending/dry-run.ts";
import { describeDryRun } from "#room/features/visits/sending/dry-run-words.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import styles from "./retry.module.css";
import type { Retry } from "./use-retry.tsx";

export interface RetryDialogProps {
  readonly retry: Retry;
  readonly onMerge: (eventIds: readonly string[]) => void;
}

/** What must be confirmed before sending: a batch's dry run, or a single event. */
export function RetryDialog({ retry, onMerge }: RetryDialogProps) {
  const { question } = retry;
  if (!question) return null;
  const close = retry.dismissQuestion;
  const confirm = () => void retry.confirm();
  switch (question.kind) {
    case "dry-run":
      return <DryRunDialog key={question.run.total} run={question.run} verb={question.verb} retry={retry} />;
    case "blocked":
      return (
        <BlockedDialog
          plan={question.plan}
          eventId={question.eventId}
          onClose={close}
          onRepeat={confirm}
          onMerge={() => {
            close();
            onMerge([question.eventId]);
          }}
        />
      );
  }
}

interface DryRunDialogProps {
  readonly run: DryRun;
  readonly verb: "match" | "are selected";
  readonly retry: Retry;
}

function DryRunDialog({ run, verb, retry }: DryRunDialogProps) {
  const count = run.sendable.length;
  return (
    <Dialog
      title="Before you send"
      startsAtAction
      onClose={retry.dismissQuestion}
      actions={
        <>
          <Button onClick={retry.dismissQuestion}>{count === 0 ? "Close" : "Cancel"}</Button>
          {count === 0 ? null : (
            <Button look="primary" onClick={() => void retry.confirm()}>
              Send {count.toLocaleString()}
            </Button>
          )}
        </>
      }
    >
      <DryRunWords run={run} verb={verb} />
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
            ? "1 of them has unreviewed warnings."
            : `${run.warned.toLocaleString()} of them have unreviewed warnings.`}
        </p>
      ) : null}
      {run.sendable.length === 0 ? <p className={styles.note}>None of these can be sent yet.</p> : null}
    </>
  );
}
