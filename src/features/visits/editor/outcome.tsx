import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { VisitRecord, VisitSummary } from "#room/workspace/visit-record.ts";
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
  const words = summary ? wordsOf(summary) : undefined;
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

interface Words {
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

const waiting = {
  queued: "It leaves in its turn.",
  undo: "It leaves in a moment.",
  offline: "This browser is offline. It leaves by itself when the network is back.",
  busy: "The service is busy and asked to come again. It leaves by itself.",
  session: "Your session has ended. It leaves after you signed in again.",
  settle: "An attempt before it has to be settled first.",
} as const;

function wordsOf(summary: VisitSummary): Words | undefined {
  const { state, queued, attempts, replacedBy, changedSinceAttempt } = summary;
  const last = attempts.at(-1);
  const quoted = { requestId: last?.requestId };
  if (replacedBy !== undefined)
    return { tone: "plain", title: "Another event goes out in place of this one" };
  if (queued?.state === "sending")
    return { tone: "accent", title: "Sending…", detail: "The attempt is written down." };
  // What may have been billed is called unknown, also while it is held or waits to be settled.
  if (queued?.state === "held" && state !== "unknown")
    return { tone: "accent", title: "Held back", detail: "It stays in the outbox until you release it." };
  if (queued && state !== "unknown")
    return { tone: "accent", title: "Waiting to be sent", detail: waiting[queued.reason] };
  const changed = changedSinceAttempt ? " The visit was changed since." : "";
  switch (state) {
    case "charged":
      return { tone: "ok", title: "Charged", detail: `The visit’s invoice exists.${changed}`, ...quoted };
    case "withheld":
      return {
        tone: "warn",
        title: "Withheld: no invoice was made",
        detail: `${last?.message ? `${last.message}. ` : ""}The service has the event. Correct what holds it and submit again.${changed}`,
        ...quoted,
      };
    case "refused":
      return {
        tone: "bad",
        title: `Refused: ${last?.message ?? "the service took nothing"}`,
        detail: `Nothing was billed.${(last?.fields?.length ?? 0) > 0 ? " The fields it named are marked." : ""}${changed}`,
        ...quoted,
      };
    case "unknown":
      return {
        tone: "ask",
        title: "Unknown: the service gave no answer",
        detail: `The invoice may or may not exist. ${queued?.state === "waiting" ? "The console repeats the same event by itself to find out" : "Repeat the same event to find out"}; do not make a new one.${changed}`,
        ...quoted,
      };
    default:
      return undefined;
  }
}

function OutcomeActions({
  summary,
  onRepeat,
}: {
  readonly summary: VisitSummary | undefined;
  readonly onRepeat: () => void;
}): ReactNode {
  const { outbox } = useWorkspace();
  if (!summary) return null;
  const { eventId, queued, state } = summary;
  if (state === "unknown" && queued?.state !== "sending") {
    return (
      <Button size="small" onClick={onRepeat}>
        Repeat what was sent
      </Button>
    );
  }
  if (queued?.state === "waiting") {
    return (
      <>
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
      Invoice {invoice.invoiceNumber}: {invoice.lines.length} {invoice.lines.length === 1 ? "line" : "lines"},{" "}
      {moneyWords(invoice.total)}, paid {moneyWords(invoice.paid)}, balance {moneyWords(invoice.balance)}.
    </>
  );
}
