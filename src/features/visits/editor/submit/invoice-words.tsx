import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { formatMoney } from "#room/features/visits/format.ts";

function moneyWords({ amount, currency }: Money): string {
  const minor = minorUnits(amount, currency);
  return minor === undefined ? `${amount} ${currency}` : formatMoney(minor, currency);
}

/** The invoice, if the service can show it. */
export function InvoiceWords({ visitId }: { readonly visitId: string }) {
  const canShow = useServiceConfig().extensions.includes("getVisitInvoice");
  const { data } = useQuery({
    ...operationQuery("getVisitInvoice", { visitId }),
    enabled: canShow && visitId !== "",
  });
  const invoice = data?.invoice;
  if (!invoice) return <>The invoice was created. </>;
  return (
    <>
      Invoice {invoice.invoiceNumber} created: {invoice.lines.length}{" "}
      {invoice.lines.length === 1 ? "line" : "lines"}, {moneyWords(invoice.total)}, paid{" "}
      {moneyWords(invoice.paid)}, balance {moneyWords(invoice.balance)}.{" "}
    </>
  );
}
