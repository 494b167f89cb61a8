import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { InvoiceDialog } from "#room/features/visits/queue/invoice-dialog.tsx";
import styles from "./invoice-words.module.css";

function moneyWords({ amount, currency }: Money): string {
  const minor = minorUnits(amount, currency);
  return minor === undefined ? `${amount} ${currency}` : formatMoney(minor, currency);
}

/** The invoice, if the service can show it; its number opens it. */
export function InvoiceWords({ visitId }: { readonly visitId: string }) {
  const canShow = useServiceConfig().extensions.includes("getVisitInvoice");
  const { data } = useQuery({
    ...operationQuery("getVisitInvoice", { visitId }),
    enabled: canShow && visitId !== "",
  });
  const [isOpen, setOpen] = useState(false);
  const invoice = data?.invoice;
  if (!invoice) return <>The invoice was created. </>;
  return (
    <>
      <button type="button" className={styles.way} onClick={() => setOpen(true)}>
        Invoice {invoice.invoiceNumber}
      </button>{" "}
      created: {invoice.lines.length} {invoice.lines.length === 1 ? "line" : "lines"},{" "}
      {moneyWords(invoice.total)}, paid {moneyWords(invoice.paid)}, balance {moneyWords(invoice.balance)}.{" "}
      {isOpen ? <InvoiceDialog visitId={visitId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
