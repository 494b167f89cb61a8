import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Failed } from "#room/features/parts/failed.tsx";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { InvoiceContent } from "./invoice-content.tsx";
import { stateWords } from "./invoice-standing.tsx";
import styles from "./invoice.module.css";

export interface InvoiceDialogProps {
  readonly visitId: string;
  readonly onClose: () => void;
}

export function InvoiceDialog({ visitId, onClose }: InvoiceDialogProps) {
  const [asked, setAsked] = useState<number>();
  const { data, error, isPending, refetch } = useQuery({
    ...operationQuery("getVisitInvoice", { visitId, ...(asked !== undefined && { invoiceNumber: asked }) }),
    placeholderData: (before) => before,
  });
  const invoice = data?.invoice;
  // The one that is read stays, and says what replaced it.
  useVisitChange(visitId, () => {
    if (asked === undefined && invoice) setAsked(invoice.invoiceNumber);
    else void refetch();
  });
  return (
    <Dialog
      title={invoice ? `Invoice ${invoice.invoiceNumber}` : "Invoice"}
      onClose={onClose}
      width="wide"
      actions={
        <>
          {invoice ? (
            <Link
              to="/visits/by-visit/$visitId/invoice"
              params={{ visitId }}
              search={{ number: invoice.invoiceNumber }}
              className={buttonClass()}
            >
              Print view
            </Link>
          ) : null}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {isPending ? (
        <p>
          <Spinner /> Loading
        </p>
      ) : null}
      {error ? <Failure error={error} /> : null}
      {data && !invoice ? <p>The service has no invoice for this visit.</p> : null}
      {invoice ? <InvoiceContent invoice={invoice} /> : null}
      {data && data.invoices.length > 1 ? (
        <p className={styles.others}>
          Invoices of this visit:{" "}
          {data.invoices.map(({ invoiceNumber, state }) => (
            <Button
              key={invoiceNumber}
              size="small"
              look="quiet"
              aria-pressed={invoiceNumber === invoice?.invoiceNumber}
              onClick={() => setAsked(invoiceNumber)}
            >
              {invoiceNumber} {stateWords[state]}
            </Button>
          ))}
        </p>
      ) : null}
    </Dialog>
  );
}

function Failure({ error }: { error: unknown }) {
  if (isMissingOperation(error))
    return <p>This service doesn’t show invoices. The visit is still charged.</p>;
  return <Failed error={error} />;
}
