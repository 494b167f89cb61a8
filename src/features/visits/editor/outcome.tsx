import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { useOutboxStatus, useVisitSummary, useWorkspace } from "#room/features/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import type { VisitRecord, VisitSummary } from "#room/workspace/visit-record.ts";
import { outcomeWordsOf } from "#room/features/visits/sending/outcome-words.ts";
import { refusedFindings } from "./apply-refused.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import type { EditorSession } from "./editor-session.ts";
import styles from "./editor.module.css";

interface OutcomeProps {
  readonly session: EditorSession;
  readonly record: VisitRecord<DraftEvent>;
  readonly onRepeat: () => void;
}

/** What became of the visit, in plain words. Says nothing that the service has not said. */
export function Outcome({ session, record, onRepeat }: OutcomeProps) {
  const summary = useVisitSummary(record.eventId);
  const last = summary?.attempts.at(-1);
  const refused = useMemo(() => refusedFindings(last), [last]);
  const known = useRef(last?.number);
  useEffect(() => {
    session.findings.setRefused(refused);
    // A refusal that came in just now leads to its first field; one from earlier only stands there.
    const isNew = last?.outcome === "refused" && last.number !== known.current;
    if (last?.outcome !== undefined) known.current = last.number;
    const first = isNew
      ? session.findings.list
          .get()
          .find(({ finding }) => finding.ruleId === "service" && finding.path.length > 0)
      : undefined;
    if (first?.place) session.focus(first.place);
  }, [session, refused, last]);
  const status = useOutboxStatus();
  const words = summary ? outcomeWordsOf(summary, status) : undefined;
  return (
    <div role="status" aria-label="Outcome" className={styles.outcome}>
      {words ? (
        <Banner
          tone={words.tone}
          title={words.title}
          requestId={words.requestId}
          actions={<OutcomeActions summary={summary} onRepeat={onRepeat} />}
        >
          {words.detail}
          {summary?.state === "charged" ? (
            <InvoiceWords visitId={record.event.visitCharged?.visitId ?? ""} />
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}

function OutcomeActions({
  summary,
  onRepeat,
}: {
  readonly summary: VisitSummary | undefined;
  readonly onRepeat: () => void;
}): ReactNode {
  const { outbox } = useWorkspace();
  const { pausedBecause } = useOutboxStatus();
  if (!summary) return null;
  const { eventId, queued, state } = summary;
  if (state === "unknown" && queued?.state !== "sending") {
    return (
      <Button size="small" onClick={onRepeat}>
        Send the same again
      </Button>
    );
  }
  if (queued?.state === "waiting") {
    return (
      <>
        {pausedBecause === "no-answer" ? (
          <Button size="small" onClick={() => void outbox.retryNow()}>
            Try again
          </Button>
        ) : null}
        <Button size="small" onClick={() => void outbox.hold(eventId)}>
          Hold
        </Button>
        <Button size="small" onClick={() => void outbox.withdraw(eventId)}>
          Withdraw
        </Button>
      </>
    );
  }
  if (queued?.state === "held") {
    return (
      <>
        <Button size="small" onClick={() => void outbox.release(eventId)}>
          Release
        </Button>
        <Button size="small" onClick={() => void outbox.withdraw(eventId)}>
          Withdraw
        </Button>
      </>
    );
  }
  return null;
}

function moneyWords({ amount, currency }: Money): string {
  const minor = minorUnits(amount, currency);
  return minor === undefined ? `${amount} ${currency}` : formatMoney(minor, currency);
}

/** The invoice, where the service can show it. */
function InvoiceWords({ visitId }: { readonly visitId: string }) {
  const canShow = useServiceConfig().extensions.includes("getVisitInvoice");
  const { data } = useQuery({
    ...operationQuery("getVisitInvoice", { visitId }),
    enabled: canShow && visitId !== "",
  });
  const invoice = data?.invoice;
  if (!invoice) return null;
  return (
    <>
      {" "}
      Invoice {invoice.invoiceNumber} created: {invoice.lines.length}{" "}
      {invoice.lines.length === 1 ? "line" : "lines"}, {moneyWords(invoice.total)}, paid{" "}
      {moneyWords(invoice.paid)}, balance {moneyWords(invoice.balance)}.
    </>
  );
}
