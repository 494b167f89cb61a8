import { payerBilledFor } from "#room/billing/line-totals.ts";
import { moneyText } from "#room/billing/money-text.ts";
import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import type { Invoice, InvoiceLine, InvoicePayment } from "#room/contract/schemas/invoice.ts";
import { useNames } from "#room/features/names/names-now.ts";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { showDate } from "#room/billing/show-date.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { InvoiceStanding } from "./invoice-standing.tsx";
import styles from "./invoice.module.css";

const number = (name: string) => ({ name, isNumber: true });

function LineTable({ lines }: { readonly lines: readonly InvoiceLine[] }) {
  const names = useNames();
  const heads = ["Line", "Procedure", "Diagnoses", number("Units"), "Provider", "Bill to", number("Amount")];
  return (
    <Table look="framed" label="Invoice lines" heads={heads}>
      {lines.map((line) => (
        <tr key={line.lineNumber}>
          <td>{line.lineNumber}</td>
          <td>{[line.cpt, ...line.modifier].join(" ")}</td>
          <td>{line.diagnoses.join(", ")}</td>
          <td className={table.number}>{line.quantity}</td>
          <td>{line.providerId ? names.words("provider", line.providerId) : ""}</td>
          <td>{names.words("payer", payerBilledFor(line)) || "Patient"}</td>
          <td className={table.number}>{moneyText(line.amount)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The diagnoses that the lines point to, in words as far as the service knows them. */
function DiagnosisTable({ invoice: { lines, serviceDate } }: { readonly invoice: Invoice }) {
  const codes = [...new Set(lines.flatMap(({ diagnoses }) => diagnoses))];
  if (codes.length === 0) return null;
  return (
    <Table look="framed" label="Diagnoses" heads={["Diagnosis", "Description"]}>
      {codes.map((code) => (
        <tr key={code}>
          <td>{code}</td>
          <td>
            <DiagnosisWords code={code} svcDate={serviceDate ?? undefined} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function DiagnosisWords(question: { readonly code: string; readonly svcDate: string | undefined }) {
  const { code, svcDate } = question;
  return useDiagnosisCheck({ code, ...(svcDate && { svcDate }) }).description ?? "–";
}

function PaymentTable({ payments }: { readonly payments: readonly InvoicePayment[] }) {
  const names = useNames();
  if (payments.length === 0) return null;
  return (
    <Table look="framed" label="Payments" heads={["Payment", "Category", "From", number("Amount")]}>
      {payments.map(({ paymentType, paymentCategory, payerId, amount }, index) => (
        <tr key={index}>
          <td>{paymentType}</td>
          <td>{paymentCategory}</td>
          <td>{payerId ? names.words("payer", payerId) : "Patient"}</td>
          <td className={table.number}>{moneyText(amount)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** What an invoice says: whose, for what day, its lines, diagnoses, payments and what is left. */
export function InvoiceContent({ invoice }: { readonly invoice: Invoice }) {
  const names = useNames();
  const made = dateOfWire(invoice.createdOn);
  const named = (kind: "practice" | "provider" | "payer", ids: readonly (string | null | undefined)[]) =>
    [...new Set(ids)].flatMap((id) => {
      const number = id ? names.find(kind, id)?.npi : undefined;
      return id ? `${names.words(kind, id)}${number ? ` (NPI ${number})` : ""}` : [];
    });
  const billed = invoice.lines.map(payerBilledFor);
  const facts = [
    ["Practice", named("practice", [invoice.practiceId]).join()],
    ["Date of service", invoice.serviceDate ? showDate(invoice.serviceDate) : "Not given"],
    [
      "Provider",
      named(
        "provider",
        invoice.lines.map(({ providerId }) => providerId),
      ).join("; "),
    ],
    ["Bill to", [...named("payer", billed), ...(billed.includes("") ? ["Patient"] : [])].join("; ")],
    ["Charged", made ? clinicTimes().inFull(made.getTime()) : ""],
  ] as const;
  return (
    <div className={styles.content}>
      <InvoiceStanding invoice={invoice} />
      <dl className={styles.facts}>
        {facts.map(([term, words]) =>
          words === "" ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ),
        )}
        {invoice.createdBy ? (
          <div data-print="hidden">
            <dt>By</dt>
            <dd>{shownCaller(invoice.createdBy)}</dd>
          </div>
        ) : null}
      </dl>
      <LineTable lines={invoice.lines} />
      <DiagnosisTable invoice={invoice} />
      <PaymentTable payments={invoice.payments} />
      <dl className={styles.sums}>
        <dt>Total</dt>
        <dd>{moneyText(invoice.total)}</dd>
        <dt>Paid</dt>
        <dd>{moneyText(invoice.paid)}</dd>
        <dt className={styles.balance}>Balance</dt>
        <dd className={styles.balance}>{moneyText(invoice.balance)}</dd>
      </dl>
    </div>
  );
}
