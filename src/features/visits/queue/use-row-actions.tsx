import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { eventIdOf, type ListRow } from "#room/features/visits/list/list-row.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { placeIn, queueMemory } from "#room/features/visits/queue-place.ts";
import { useTake } from "#room/features/visits/shared-visit/use-take.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useSelection } from "#room/ui/use-selection.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useRemove } from "./use-remove.ts";
import { useRetry } from "./use-retry.tsx";
import { route } from "./visits-route.ts";
import type { TableView } from "./visits-table.tsx";
import type { RowAction } from "#room/features/visits/list/visits-row-props.ts";

const AttemptsDialog = lateDialog(
  async () => (await import("#room/features/visits/editor/history/attempts-panel.tsx")).AttemptsDialog,
);
const InvoiceDialog = lateDialog(
  async () => (await import("#room/features/visits/invoice/invoice-dialog.tsx")).InvoiceDialog,
);

const RetryDialog = lateDialog(async () => (await import("./retry-dialog.tsx")).RetryDialog);

const none: ReadonlySet<string> = new Set();

/**
 * What is done with the rows of a list: `table` has what its table needs for it, `dialog` what is asked. `gone`: those that
 * have left the view, which are not stepped to.
 */
export function useRowActions(
  rows: readonly ListRow[],
  onMerge: (eventIds: readonly string[]) => void,
  gone = none,
) {
  const workspace = useWorkspace();
  const { outbox } = workspace;
  const navigate = useNavigate();
  const address = route.useSearch();
  const [back] = useState(() => placeIn(workspace, address));
  const selection = useSelection(rows, eventIdOf);
  const retry = useRetry();
  const removeRows = useRemove();
  const onRemove = (eventIds: readonly string[]) => void removeRows(eventIds);
  useQueueKeys();
  const keepPlace = (eventId: string, { order, ...at }: TableView) => {
    const steps = order.filter((id) => !gone.has(id));
    queueMemory(workspace).place = { ...at, order: steps, eventId, search: address };
  };
  const take = useTake(({ eventId }) =>
    keepPlace(eventId, { order: rows.map(eventIdOf), top: 0, rowHeight: 41 }),
  );
  const onOpen = (eventId: string, at: TableView) => {
    queueMemory(workspace).isInWorkMode = false;
    keepPlace(eventId, at);
    void navigate({ to: "/visits/$eventId", params: { eventId } });
  };
  const [invoiceOf, setInvoiceOf] = useState<string>();
  const [attemptsOf, setAttemptsOf] = useState<string>();
  const onAct = (action: RowAction, eventId: string) => {
    const row = rows.find((each) => each.eventId === eventId);
    // Nothing of it is here to be sent: it is taken first.
    if (row && (action === "take" || (action === "retry" && !row.here))) take?.one(row.visitId);
    else if (action === "retry") void retry.one(eventId);
    if (action === "merge") onMerge([eventId]);
    if (action === "invoice") setInvoiceOf(row?.visitId);
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
  };
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
  return { table: { rows, selection, back, onAct, onOpen, onRemove }, retry, take, dialog };
}
