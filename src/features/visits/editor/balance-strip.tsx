import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { capital } from "#room/billing/capital.ts";
import type { Balance } from "#room/billing/balance.ts";
import type { Totals } from "#room/billing/line-totals.ts";
import { minorMoneyText, moneyText } from "#room/billing/money-text.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { Button } from "#room/ui/button.tsx";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { arNote } from "./ar-note.ts";
import { rowName } from "./draft/row-actions.ts";
import { useEditor, useSignal } from "./session/editor-context.ts";
import styles from "./editor.module.css";
import { useVisitInvoice } from "./correction/use-visit-invoice.ts";
import { useForecast, useIsOver } from "./submit/use-forecast.ts";

const PerPayer = lateDialog(async () => (await import("./per-payer.tsx")).PerPayer);

/** The visit's totals: as typed, or of the invoice when what is typed here is not what was billed. */
export function BalanceStrip({ eventId }: { readonly eventId: string }) {
  const summary = useVisitSummary(eventId);
  const claim = useSharedVisit()?.claim;
  const isVoided = claim?.kind === "charged" && claim.isVoided === true;
  const isBilled = summary?.state === "charged" && !summary.changedSinceAttempt && !isVoided;
  // Of what is void, or can no longer be sent, the invoice counts.
  const isLate = claim?.kind === "charged" && (isVoided || claim.eventId !== eventId);
  const isOver = (useIsOver(eventId) || isLate) && !isBilled;
  return (
    <section className={styles.balance} aria-label="Balance">
      {isOver ? <Invoiced eventId={eventId} visitId={summary?.visitId ?? ""} /> : <Typed />}
      <IfSentNow eventId={eventId} />
    </section>
  );
}

function Figure({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <div className={styles.figure}>
      <span>{name}</span>
      <b>{words}</b>
    </div>
  );
}

/** What the visit's invoice says; nothing where the service cannot show it. */
function Invoiced({ eventId, visitId }: { readonly eventId: string; readonly visitId: string }) {
  const invoice = useVisitInvoice(visitId, { eventId, isCharged: true })?.invoice;
  if (!invoice) return null;
  // Nothing is billed or owed.
  if (invoice.state === "voided")
    return <Figure name={`Invoice ${invoice.invoiceNumber}`} words={`Void (${moneyText(invoice.total)})`} />;
  return (
    <>
      <Figure name={`Invoice ${invoice.invoiceNumber}`} words={moneyText(invoice.total)} />
      <Figure name="Payments" words={moneyText(invoice.paid)} />
      <Figure name="Balance" words={moneyText(invoice.balance)} />
    </>
  );
}

function Typed() {
  const { balance } = useEditor();
  const totals = useSignal(balance);
  const { currency, gaps } = totals;
  const [isOpen, setOpen] = useState(false);
  const figures = [
    ["Charges", totals.charges],
    ["Payments", totals.payments],
    ["A/R", totals.ar],
  ] as const;
  const paidShare = totals.billed > 0 ? Math.max(0, Math.min(1, totals.payments / totals.billed)) : 0;
  return (
    <>
      {figures.map(([name, minor]) => (
        <Figure key={name} name={name} words={minorMoneyText(minor, currency)} />
      ))}
      <div className={styles.meter} aria-hidden="true">
        <i style={{ transform: `scaleX(${paidShare})` }} />
      </div>
      <Figure name="Balance" words={minorMoneyText(totals.balance, currency)} />
      <Button size="small" look="quiet" onClick={() => setOpen(true)}>
        Per payer
      </Button>
      <div className={styles.noteSlot}>
        {totals.unreadable > 0 ? (
          <span className={styles.gapNote}>{counted(totals.unreadable, "amount")} can’t be added up</span>
        ) : gaps.length > 0 ? (
          <GapNote gaps={gaps} currency={currency} />
        ) : (
          <ArNote totals={totals} currency={currency} />
        )}
      </div>
      {isOpen ? <PerPayer onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function IfSentNow({ eventId }: { readonly eventId: string }) {
  const { name, kind, words: forecast } = useForecast(eventId);
  const words = capital(forecast);
  return (
    <div className={styles.ifSent}>
      <div>
        <span>{name}</span>
        <b data-outcome={kind} title={words}>
          {words}
        </b>
      </div>
    </div>
  );
}

function ArNote({ totals, currency }: { readonly totals: Totals; readonly currency: string }) {
  const words = arNote(totals, currency);
  return words === undefined ? null : <small className="quiet small">{words}</small>;
}

/** Takes the user to the line where charge − paid is not the A/R amount. */
function GapNote({ gaps, currency }: { readonly gaps: Balance["gaps"]; readonly currency: string }) {
  const session = useEditor();
  const [first] = gaps;
  const rowId = session.visit.sentRows("charges")[first?.index ?? 0];
  if (!first || rowId === undefined) return null;
  const place = { list: "charges", rowId, member: "arAmount.amount" } as const;
  const name = rowName("charges", session.visit.order().charges.indexOf(rowId));
  const who = gaps.length === 1 ? `${capital(name)} is` : `${gaps.length} charges are, first ${name},`;
  const words = `${who} off by ${minorMoneyText(first.gap, currency)}: charge − paid is not A/R`;
  return (
    <button type="button" className={styles.gapNote} title={words} onClick={() => session.focus(place)}>
      {words}
    </button>
  );
}
