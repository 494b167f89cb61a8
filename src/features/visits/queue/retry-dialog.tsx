import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { BlockedDialog } from "#room/features/visits/sending/blocked-dialog.tsx";
import { describeDryRun } from "#room/features/visits/sending/dry-run-words.ts";
import { dryRunOf, heldBy } from "#room/features/visits/sending/dry-run.ts";
import { type WarnedVisit, WarnedVisits } from "#room/features/visits/sending/warned-visits.tsx";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { amountOf } from "./amount-of.ts";
import styles from "./retry.module.css";
import type { Retry, RetryQuestion } from "./use-retry.tsx";

export interface RetryDialogProps {
  readonly retry: Retry;
  readonly onMerge: (eventIds: readonly string[]) => void;
  readonly onClose: () => void;
}

export function RetryDialog({ retry, onMerge, onClose: close }: RetryDialogProps) {
  const { question } = retry;
  const navigate = useNavigate();
  if (!question) return null;
  switch (question.kind) {
    case "checking":
      return (
        <Dialog title="Before you send" onClose={close} actions={<Button onClick={close}>Cancel</Button>}>
          <p role="status">
            Checking {formatCount(question.done)} of {formatCount(question.total)}…
          </p>
        </Dialog>
      );
    case "dry-run":
      return <DryRunDialog question={question} retry={retry} />;
    case "blocked":
      return (
        <BlockedDialog
          plan={question.plan}
          eventId={question.eventId}
          onClose={close}
          onOpen={() => void navigate({ to: "/visits/$eventId", params: { eventId: question.eventId } })}
          onRepeat={() => void retry.confirmRepeat(question.eventId)}
          onMerge={() => {
            close();
            onMerge([question.eventId]);
          }}
        />
      );
  }
}

interface DryRunDialogProps {
  readonly question: Extract<RetryQuestion, { readonly kind: "dry-run" }>;
  readonly retry: Retry;
}

function DryRunDialog({ question, retry }: DryRunDialogProps) {
  const { outbox, visits } = useWorkspace();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { eventIds, verb, checks, seen } = question;
  // What is asked stays as it was looked at, whatever is written meanwhile.
  const runWith = useCallback(
    (accepted?: ReadonlySet<string>) =>
      dryRunOf(
        eventIds,
        (id) => outbox.plan(id),
        (id) => visits.summary(id),
        heldBy(checks, accepted),
      ),
    [eventIds, checks, outbox, visits],
  );
  const run = useMemo(() => runWith(ticked), [runWith, ticked]);
  const warned = useMemo(() => {
    const held = runWith().notSent;
    const ids = held.find(({ reason }) => reason === "warnings")?.eventIds ?? [];
    return ids.map((id): WarnedVisit => {
      const row = visits.summary(id);
      const amount = row && amountOf(row);
      return {
        id,
        visitId: row?.visitId || id,
        serviceDate: row?.serviceDate,
        amount: amount && minorMoneyText(amount.minor, amount.currency),
        warnings: checks.get(id)?.warnings ?? [],
      };
    });
  }, [runWith, checks, visits]);
  const count = run.sendable.length;
  return (
    <Dialog
      title="Before you send"
      startsAtAction={warned.length === 0}
      isRisky={ticked.size > 0}
      isKept
      width={warned.length > 0 ? "wide" : "normal"}
      onClose={retry.dismissQuestion}
      actions={
        <>
          <Button onClick={retry.dismissQuestion}>{count === 0 ? "Close" : "Cancel"}</Button>
          {count === 0 ? null : (
            <Button look="primary" onClick={() => void retry.confirmRun(run.sendable, seen)}>
              Send {formatCount(count)}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.count} role="status">
        {describeDryRun(run, verb)}
      </p>
      <WarnedVisits visits={warned} ticked={ticked} onTick={setTicked} />
      {count === 0 && warned.length === 0 ? <p className={styles.note}>None of these can be sent.</p> : null}
    </Dialog>
  );
}
