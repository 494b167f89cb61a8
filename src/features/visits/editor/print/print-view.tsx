import { useEffect, useState, type ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { balanceOf } from "#room/billing/balance.ts";
import { diagnosisCheckKey } from "#room/billing/facts.ts";
import type { DraftDiagnosis } from "#room/billing/draft-event.ts";
import { codeOf, diagnosisLetter } from "#room/billing/diagnosis-identity.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { codeThatCounts, serviceDateOf } from "#room/billing/service-date.ts";
import { showTime } from "#room/billing/date-and-time.ts";
import { visitMembers } from "#room/billing/event-members.ts";
import { showDate } from "#room/billing/show-date.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { textOfLeaf } from "#room/billing/leaf-text.ts";
import { overlayHost } from "#room/ui/overlay-host.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import { useSharedVisit, type SharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { serviceWords } from "#room/features/visits/editor/grid/service-words.tsx";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "./print.module.css";
import { ChargesSheet, PaymentsSheet, diagnosisHeads } from "./print-tables.tsx";
import { Sheet } from "./print-sheet.tsx";
import { useVisitState } from "#room/features/visits/shared-visit/use-visit-state.ts";

export function usePrintView(eventId: string): ReactNode {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page when this returns. What says it is printed itself stays as it is.
    const show = () => {
      if (!document.querySelector("[data-print='itself']")) flushSync(() => setPrinting(true));
    };
    const hide = () => setPrinting(false);
    addEventListener("beforeprint", show);
    addEventListener("afterprint", hide);
    return () => {
      removeEventListener("beforeprint", show);
      removeEventListener("afterprint", hide);
    };
  }, []);
  return isPrinting ? createPortal(<PrintView eventId={eventId} />, overlayHost()) : null;
}

/** On paper nothing can be looked up, so this gives the name and its ID. */
function practiceWords(id: string): string {
  const name = namesNow().nameOf("practice", id);
  return name === undefined ? id : `${name} (${id})`;
}

function PrintView({ eventId }: { readonly eventId: string }) {
  const { visit, findings } = useEditor();
  const event = visit.event();
  const { visitCharged, audit } = event;
  const summary = useVisitSummary(eventId);
  const shared = useSharedVisit();
  const state = useVisitState(eventId).label;
  const isMadeUp = summary !== undefined && isExample(summary);
  const outcome = outcomeOf(audit);
  const balance = balanceOf(visitCharged);
  const diagnoses = visitCharged?.diagnosis ?? [];
  const serviceDate = serviceDateOf(event);
  const known = findings.facts.get();
  const descriptionOf = (row: DraftDiagnosis) => {
    const counted = codeThatCounts(row, serviceDate);
    if (!counted) return "";
    const key = diagnosisCheckKey(counted.system, counted.code, serviceDate);
    return known.diagnosisChecks?.get(key)?.description ?? "";
  };
  const createdOn = textOfLeaf(visitCharged?.createdOn);
  const marked = (["wcDocFlag", "authNumberFlag"] as const).filter((flag) => visitCharged?.[flag] === true);
  const services = visit.sentRows("charges").map((rowId) => serviceWords(visit, rowId, known));
  const facts = [
    [
      "State",
      `${state}, ${outcome.kind === "charged" ? "approved for billing" : `withhold reason: ${outcome.reason}`}`,
    ],
    ["At the clinic", shared ? queueWords(shared) : ""],
    ["Date of service", serviceDate ? `${showDate(serviceDate)} ${showTime(createdOn)}` : createdOn],
    ["Marked", marked.map((flag) => visitMembers[flag].label).join(", ")],
    ["Shown by", shared?.answer.visit.name ?? ""],
    ["Visit", textOfLeaf(visitCharged?.visitId)],
    ["Practice", practiceWords(textOfLeaf(visitCharged?.practiceId))],
    ["Event", textOfLeaf(event.eventId)],
    ["Version", textOfLeaf(visitCharged?.version)],
  ].filter(([, value]) => value !== "");
  return (
    <div className={styles.sheet} data-print-sheet="">
      <h1>{isMadeUp ? "Example of a visit charge: not for billing" : "Visit charge"}</h1>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sheet title="Diagnoses" heads={diagnosisHeads} count={diagnoses.length}>
        {diagnoses.map((row, index) => (
          <tr key={index}>
            <th scope="row">{diagnosisLetter(index)}</th>
            <td>{codeOf(row)}</td>
            <td>{descriptionOf(row)}</td>
          </tr>
        ))}
      </Sheet>
      <ChargesSheet
        charges={visitCharged?.charges ?? []}
        services={services}
        diagnoses={diagnoses}
        balance={balance}
      />
      <PaymentsSheet payments={visitCharged?.payments ?? []} balance={balance} />
      <p className={styles.sums}>
        Charged {minorMoneyText(balance.billed, balance.currency)} · paid{" "}
        {minorMoneyText(balance.payments, balance.currency)} · balance{" "}
        {minorMoneyText(balance.balance, balance.currency)}
      </p>
    </div>
  );
}

/** The visit's place in the queue, for printing: only what stays true for a while. */
function queueWords({ claim, answer }: Pick<SharedVisit, "claim" | "answer">): string {
  const { invoiceNumber, reason, takenBy } = answer.visit;
  if (claim.kind === "charged" && claim.isVoided)
    return `Invoice ${invoiceNumber ?? ""}, void: ${reason ?? ""}`;
  if (invoiceNumber) return `Invoice ${invoiceNumber}`;
  if (claim.kind === "closed") return `Closed without billing${reason ? `: ${reason}` : ""}`;
  return claim.kind === "theirs" || claim.kind === "mine" ? `With ${takenBy ?? ""}` : "Nobody has it";
}
