import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import type { Invoice, InvoiceLine, InvoicePayment } from "#room/contract/schemas/invoice.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { moneyWords } from "#room/features/visits/clinic/clinic-money.ts";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";

const number = (name: string) => ({ name, isNumber: true });

export function LineTable({ lines }: { readonly lines: readonly InvoiceLine[] }) {
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
          <td>
            {line.billtoPayer ? (line.payerId ? names.words("payer", line.payerId) : "Payer") : "Patient"}
          </td>
          <td className={table.number}>{moneyWords([line.amount])}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The diagnoses that the lines point to, in words as far as the service knows them. */
export function DiagnosisTable({ invoice: { lines, serviceDate } }: { readonly invoice: Invoice }) {
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

export function PaymentTable({ payments }: { readonly payments: readonly InvoicePayment[] }) {
  const names = useNames();
  if (payments.length === 0) return null;
  return (
    <Table look="framed" label="Payments" heads={["Payment", "Category", "From", number("Amount")]}>
      {payments.map(({ paymentType, paymentCategory, payerId, amount }, index) => (
        <tr key={index}>
          <td>{paymentType}</td>
          <td>{paymentCategory}</td>
          <td>{payerId ? names.words("payer", payerId) : "Patient"}</td>
          <td className={table.number}>{moneyWords([amount])}</td>
        </tr>
      ))}
    </Table>
  );
}
