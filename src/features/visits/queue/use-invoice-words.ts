import { useQueries } from "@tanstack/react-query";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useIsSending } from "#room/features/workspace/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/**
 * "Invoice 20418" for the visible charged visits, by visitId. Requested only if the service supports it, once per
 * visit, and not while charges are being sent, which take priority. Until it answers, the row shows what is known.
 */
export function useInvoiceWords(inSight: readonly VisitSummary[]): ReadonlyMap<string, string> {
  const isSending = useIsSending();
  const hasInvoices = useServiceConfig().extensions.includes("getVisitInvoice");
  const visitIds = hasInvoices
    ? [...new Set(inSight.filter((row) => row.state === "charged").map((row) => row.visitId))]
    : [];
  return useQueries({
    queries: visitIds.map((visitId) => ({
      ...operationQuery("getVisitInvoice", { visitId }),
      staleTime: Infinity,
      enabled: !isSending,
      retry: (failures: number, error: Error) => failures < 1 && !isMissingOperation(error),
    })),
    combine: (results) => {
      const words = new Map<string, string>();
      for (const [index, { data }] of results.entries()) {
        const visitId = visitIds[index];
        const invoice = data?.invoice;
        if (visitId !== undefined && invoice) words.set(visitId, `Invoice ${invoice.invoiceNumber}`);
      }
      return words;
    },
  });
}
