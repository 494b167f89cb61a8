import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Clinic } from "#room/contract/schemas/clinic.ts";
import type { InvoiceHead } from "#room/contract/schemas/invoice.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { ClinicWords } from "./clinic-words.tsx";
import { InvoiceContent } from "./invoice-content.tsx";
import { stateWords } from "./invoice-standing.tsx";
import styles from "./invoice.module.css";
import { useEffect } from "react";

const route = getRouteApi("/console/visits/by-visit/$visitId/invoice");

/** `/visits/by-visit/<visitId>/invoice`: an invoice to hand out, on the screen and on one sheet of paper. */
export function InvoicePage() {
  const { visitId: given } = route.useParams();
  const visitId = canonicalGuid(given);
  const has = useServiceConfig().extensions.includes("getVisitInvoice");
  if (has && visitId !== undefined) return <VisitInvoice visitId={visitId} />;
  return (
    <Page title="Invoice">
      {has ? (
        <EmptyState title="There’s no invoice at this address">
          The address names the visit by its ID of 32 characters (0–9, a–f). This one may be cut off or
          mistyped.
        </EmptyState>
      ) : (
        <EmptyState title="This service doesn’t show invoices">The visit is still charged.</EmptyState>
      )}
    </Page>
  );
}

/** What the clinic's papers say of it; undefined until known, or if the service does not know. */
function useClinic(): Clinic | undefined {
  const enabled = useServiceConfig().extensions.includes("getClinic");
  return useQuery({ ...operationQuery("getClinic", {}), enabled }).data?.clinic;
}

function VisitInvoice({ visitId }: { readonly visitId: string }) {
  const { number } = route.useSearch();
  const clinic = useClinic();
  const read = useRead(
    operationQuery("getVisitInvoice", { visitId, ...(number && { invoiceNumber: number }) }),
  );
  // What is handed out says that it was replaced or voided.
  useVisitChange(visitId, read.onRetry);
  const invoice = read.data?.invoice;
  const mark = { standing: "", replaced: "REPLACED", voided: "VOID" }[invoice?.state ?? "standing"];
  usePageFoot(invoice ? `Invoice ${invoice.invoiceNumber} ${mark}` : "");
  return (
    <Page
      title={invoice ? `Invoice ${invoice.invoiceNumber}` : "Invoice"}
      actions={
        <>
          <Link to="/visits/by-visit/$visitId" params={{ visitId }} className={buttonClass("quiet")}>
            Open the visit
          </Link>
          {invoice ? (
            <Button look="primary" onClick={() => window.print()}>
              Print
            </Button>
          ) : null}
        </>
      }
    >
      <Fetched {...read} className={styles.notice ?? ""} loading="Loading the invoice…">
        {({ invoice: found, invoices }) => (
          <>
            {invoices.length > 1 ? <Others visitId={visitId} invoices={invoices} /> : null}
            {found ? (
              <article className={styles.sheet} aria-label={`Invoice ${found.invoiceNumber}`}>
                <header className={styles.head}>
                  <ClinicWords clinic={clinic} />
                  <p className={styles.title}>
                    Invoice {found.invoiceNumber} {mark === "" ? null : <mark>{mark}</mark>}
                  </p>
                </header>
                <InvoiceContent invoice={found} />
              </article>
            ) : (
              <EmptyState title="No such invoice">
                {number
                  ? `The visit has no invoice ${number} that you can see.`
                  : "The service has no invoice for this visit: it was not charged, or another practice’s."}
              </EmptyState>
            )}
          </>
        )}
      </Fetched>
    </Page>
  );
}

function Others({
  visitId,
  invoices,
}: {
  readonly visitId: string;
  readonly invoices: readonly InvoiceHead[];
}) {
  return (
    <nav className={styles.others} aria-label="Invoices of this visit" data-print="hidden">
      Invoices of this visit:
      {invoices.map(({ invoiceNumber, state }) => (
        <Link
          key={invoiceNumber}
          to="/visits/by-visit/$visitId/invoice"
          params={{ visitId }}
          search={{ number: invoiceNumber }}
        >
          {invoiceNumber} {stateWords[state]}
        </Link>
      ))}
    </nav>
  );
}

/** On paper each page says whose it is: a second page lies on a desk by itself. Takes words without quotes. */
function usePageFoot(words: string): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page invoice { @bottom-left { content: "${words}" } }`);
    document.adoptedStyleSheets.push(rules);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
    };
  }, [words]);
}
