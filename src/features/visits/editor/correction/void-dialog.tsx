import { fieldOf } from "#room/features/forms/form-field.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { paidWords } from "#room/billing/paid-words.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { useTypedReason } from "#room/features/visits/typed-reason.ts";
import { ActionDialog } from "#room/features/visits/shared-visit/action-dialog.tsx";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { workWords } from "#room/features/visits/shared-visit/work-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { ClosedDays } from "./closed-days.tsx";

interface VoidDialogProps {
  readonly visitId: string;
  readonly invoice: Pick<Invoice, "invoiceNumber" | "paid" | "eventId">;
  readonly onClose: () => void;
}

/** Ends an invoice without another in its place, once the user has said why. */
export function VoidDialog({ visitId, invoice, onClose }: VoidDialogProps) {
  const { invoiceNumber, paid } = invoice;
  const { visits, userName: me } = useWorkspace();
  const client = useQueryClient();
  const shared = useSharedVisit();
  // Of this request: pressed again after no answer, it voids nothing more.
  const [eventId] = useState(() => guidFromUuid(crypto.randomUUID()));
  const { form, drop } = useTypedReason(`void ${visitId} ${invoiceNumber}`, "Say why the invoice is voided.");
  const claim = shared?.claim;
  const isOver = claim?.kind === "charged" && (claim.isVoided || claim.eventId !== invoice.eventId);
  const news =
    shared && isOver
      ? workWords(claim, shared.answer, { eventId: "", now: 0, me, corrects: invoiceNumber })?.title
      : undefined;
  const act = async (reason: string) => {
    try {
      const request = { eventId, visitId, invoiceNumber, reason };
      visits.service.receive((await callOperation("voidInvoice", request)).visit);
      await client.invalidateQueries(operationQuery("getVisitInvoice", { visitId }));
    } finally {
      // Without an answer it may have been voided: the page then says so.
      shared?.lookAgain();
    }
    toast({ tone: "ok", title: `Invoice ${invoiceNumber} is voided` });
    drop();
  };
  return (
    <ActionDialog
      title={`Void invoice ${invoiceNumber}?`}
      action="Void invoice"
      look="danger"
      form={form}
      onClose={onClose}
      run={({ reason }) => act(reason.trim())}
      news={news === undefined ? [] : [`${news}.`]}
      startsInField
    >
      <p>
        The visit is no longer billed and can’t be charged again. The invoice stays in its history, marked as
        void. If only part of it is wrong, correct the charge instead.
      </p>
      {paid.amount === 0 ? null : <p>{paidWords(paid, ". Voiding takes it off today’s deposit slip")}</p>}
      <ClosedDays visitId={visitId} />
      <TextField label="Reason" {...fieldOf(form, "reason")} />
    </ActionDialog>
  );
}
