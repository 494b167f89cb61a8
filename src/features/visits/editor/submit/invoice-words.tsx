import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { moneyText } from "#room/billing/money-text.ts";
import { paidWords } from "#room/billing/paid-words.ts";
import { useVisitInvoice } from "#room/features/visits/editor/correction/use-visit-invoice.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

const InvoiceDialog = lateDialog(
  async () => (await import("#room/features/visits/invoice/invoice-dialog.tsx")).InvoiceDialog,
);

/** The invoice, if the service can show it; its number opens it. */
export function InvoiceWords({ visitId, eventId }: { readonly visitId: string; readonly eventId: string }) {
  const data = useVisitInvoice(visitId, { eventId, isCharged: true });
  const [isOpen, setOpen] = useState(false);
  const invoice = data?.invoice;
  if (!invoice) return <>The invoice was created. </>;
  const isVoid = invoice.state === "voided";
  const state = isVoid ? "is void" : invoice.eventId === eventId ? "created" : "is billed now";
  const paid = moneyText(invoice.paid);
  return (
    <>
      <button type="button" className={styles.way} onClick={() => setOpen(true)}>
        Invoice {invoice.invoiceNumber}
      </button>{" "}
      {state}: {counted(invoice.lines.length, "line")}, {moneyText(invoice.total)}
      {isVoid
        ? `. Nothing is billed. ${paidWords(invoice.paid)} `
        : `, paid ${paid}, balance ${moneyText(invoice.balance)}. `}
      {isOpen ? <InvoiceDialog visitId={visitId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
