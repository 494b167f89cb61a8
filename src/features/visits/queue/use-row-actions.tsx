import { useCallback, useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { Retry } from "./use-retry.tsx";
import type { RowAction } from "#room/features/visits/list/visits-row-props.ts";

const AttemptsDialog = lateDialog(
  async () => (await import("#room/features/visits/editor/history/attempts-dialog.tsx")).AttemptsDialog,
);
const InvoiceDialog = lateDialog(
  async () => (await import("#room/features/visits/invoice/invoice-dialog.tsx")).InvoiceDialog,
);

const RetryDialog = lateDialog(async () => (await import("./retry-dialog.tsx")).RetryDialog);

export function useRowActions(retry: Retry, onMerge: (eventIds: readonly string[]) => void) {
  const { outbox, visits } = useWorkspace();
  const [invoiceOf, setInvoiceOf] = useState<string>();
  const [attemptsOf, setAttemptsOf] = useState<string>();
  const { one } = retry;
  const act = useCallback(
    (action: RowAction, eventId: string) => {
      if (action === "retry") void one(eventId);
      if (action === "merge") onMerge([eventId]);
      if (action === "invoice") setInvoiceOf(visits.summary(eventId)?.visitId);
      if (action === "attempts") setAttemptsOf(eventId);
      if (action === "withdraw")
        void outbox.withdraw(eventId).then((isOut) => {
          if (isOut) toast({ title: "Taken out of the outbox: it wasn’t sent" });
          else
            toast({
              title: "It was already sent",
              detail: "The answer will show in a moment.",
              tone: "warn",
            });
          return undefined;
        });
    },
    [one, onMerge, outbox, visits],
  );
  const dialog = (
    <>
      {retry.question ? <RetryDialog {...{ retry, onMerge }} onClose={retry.dismissQuestion} /> : null}
      {attemptsOf === undefined ? null : (
        <AttemptsDialog eventId={attemptsOf} onClose={() => setAttemptsOf(undefined)} />
      )}
      {invoiceOf === undefined ? null : (
        <InvoiceDialog visitId={invoiceOf} onClose={() => setInvoiceOf(undefined)} />
      )}
    </>
  );
  return { act, dialog };
}
