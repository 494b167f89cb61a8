import { showDate } from "#room/billing/show-date.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { moneyWords } from "#room/features/visits/clinic/clinic-money.ts";
import { formatInFull } from "#room/ui/formats.ts";
import { InvoiceStanding } from "./invoice-standing.tsx";
import { DiagnosisTable, LineTable, PaymentTable } from "./invoice-tables.tsx";
import styles from "./invoice.module.css";

/** What an invoice says: whose, for what day, its lines, diagnoses, payments and what is left. */
export function InvoiceContent({ invoice }: { readonly invoice: Invoice }) {
  const names = useNames();
  const made = dateOfWire(invoice.createdOn);
  const named = (kind: "practice" | "provider" | "payer", ids: readonly (string | null | undefined)[]) =>
    [...new Set(ids)].flatMap((id) => {
      const number = id ? names.find(kind, id)?.npi : undefined;
      return id ? `${names.words(kind, id)}${number ? ` (NPI ${number})` : ""}` : [];
    });
  const payers = named(
    "payer",
    invoice.lines.map(({ billtoPayer, payerId }) => (billtoPayer ? payerId : undefined)),
  );
  const isPatients = invoice.lines.some(({ billtoPayer }) => !billtoPayer);
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
    ["Bill to", [...payers, ...(isPatients ? ["Patient"] : [])].join("; ")],
    ["Charged", made ? formatInFull(made.getTime()) : ""],
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
        <dd>{moneyWords([invoice.total])}</dd>
        <dt>Paid</dt>
        <dd>{moneyWords([invoice.paid])}</dd>
        <dt className={styles.balance}>Balance</dt>
        <dd className={styles.balance}>{moneyWords([invoice.balance])}</dd>
      </dl>
    </div>
  );
}
