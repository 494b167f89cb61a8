import { useQuery } from "@tanstack/react-query";
import { describeFailure } from "#room/api/describe-failure.ts";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { minorUnits } from "#room/contract/primitives/money.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { formatInFull } from "#room/ui/formats.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import styles from "./invoice-dialog.module.css";

export interface InvoiceDialogProps {
  readonly visitId: string;
  readonly onClose: () => void;
}

/** The invoice of a charged visit, from the service. */
export function InvoiceDialog({ visitId, onClose }: InvoiceDialogProps) {
  const { data, error, isPending } = useQuery(operationQuery("getVisitInvoice", { visitId }));
  const invoice = data?.invoice;
  return (
    <Dialog
      title={invoice ? `Invoice ${invoice.invoiceNumber}` : "Invoice"}
      onClose={onClose}
      width="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isPending ? (
        <p>
          <Spinner /> Loading
        </p>
      ) : null}
      {error ? <Failure error={error} /> : null}
      {data && !invoice ? <p>The service has no invoice for this visit.</p> : null}
      {invoice ? <InvoiceLines invoice={invoice} /> : null}
    </Dialog>
  );
}

function Failure({ error }: { error: unknown }) {
  if (isMissingOperation(error))
    return <p>This service doesn’t show invoices. The visit is still charged.</p>;
  const { title, advice, requestId } = describeFailure(error);
  return (
    <Banner tone="bad" role="alert" title={title} requestId={requestId}>
      {advice}
    </Banner>
  );
}

function moneyText({ amount, currency }: Money): string {
  const units = minorUnits(amount, currency);
  return units === undefined ? `${amount} ${currency}` : formatMoney(units, currency);
}

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const made = dateOfWire(invoice.createdOn);
  return (
    <>
      <p className={styles.made}>
        {made ? `Created ${formatInFull(made.getTime())}` : null}
        {invoice.createdBy ? ` by ${invoice.createdBy}` : null}
      </p>
      <Table
        look="framed"
        label="Invoice lines"
        heads={[
          "Line",
          "Procedure",
          "Diagnoses",
          { name: "Units", isNumber: true },
          "Bill to",
          { name: "Amount", isNumber: true },
        ]}
      >
        {invoice.lines.map((line) => (
          <tr key={line.lineNumber}>
            <td>{line.lineNumber}</td>
            <td>{[line.cpt, ...line.modifier].join(" ")}</td>
            <td>{line.diagnoses.join(", ")}</td>
            <td className={table.number}>{line.quantity}</td>
            <td>{line.billtoPayer ? "Payer" : "Patient"}</td>
            <td className={table.number}>{moneyText(line.amount)}</td>
          </tr>
        ))}
      </Table>
      <dl className={styles.sums}>
        <dt>Total</dt>
        <dd>{moneyText(invoice.total)}</dd>
        <dt>Paid</dt>
        <dd>{moneyText(invoice.paid)}</dd>
        <dt>Balance</dt>
        <dd className={styles.balance}>{moneyText(invoice.balance)}</dd>
      </dl>
    </>
  );
}
