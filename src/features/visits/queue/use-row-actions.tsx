import { useCallback, useState } from "react";
import { LateDialog, MissingDialog } from "#room/features/parts/late-dialog.tsx";
import { loadPart } from "#room/features/parts/load-part.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { InvoiceDialog } from "./invoice-dialog.tsx";
import type { Retry } from "./use-retry.tsx";
import type { RowAction } from "./visits-row-props.ts";

const AttemptsDialog = loadPart(
  async () => (await import("#room/features/visits/editor/history/attempts-panel.tsx")).AttemptsDialog,
  MissingDialog,
);

/** The actions of a row's button for an event of this browser, and their dialogs. */
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
      {attemptsOf === undefined ? null : (
        <LateDialog onClose={() => setAttemptsOf(undefined)}>
          <AttemptsDialog eventId={attemptsOf} onClose={() => setAttemptsOf(undefined)} />
        </LateDialog>
      )}
      {invoiceOf === undefined ? null : (
        <InvoiceDialog visitId={invoiceOf} onClose={() => setInvoiceOf(undefined)} />
      )}
    </>
  );
  return { act, dialog };
}
