import { counted } from "#room/contract/primitives/counted.ts";
import { memo, startTransition, useEffect, useState } from "react";
import { ChargeChecks, DiagnosisChecks } from "#room/features/visits/editor/findings/diagnosis-checks.tsx";
import { BoundField, BoundFlag } from "#room/features/visits/editor/fields/bound-field.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { VisitNames } from "#room/features/visits/editor/fields/visit-names.tsx";
import { VisitIds } from "#room/features/visits/editor/fields/visit-ids.tsx";
import { DateField, TimeField } from "#room/features/visits/editor/fields/date-field.tsx";
import { useFilledCount } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { chargeColumns, paymentColumns, rulesLogColumns } from "#room/features/visits/editor/grid/columns.ts";
import { serviceColumn } from "#room/features/visits/editor/grid/service-words.tsx";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";
import { DiagnosesSection } from "./diagnoses-section.tsx";

const [code, ...others] = chargeColumns;
const withWords = code ? [code, serviceColumn, ...others] : chargeColumns;

function ChargesSection() {
  const hasWords = !useNames().fees.isEmpty;
  const count = useFilledCount("charges");
  return (
    <RowsSection
      list="charges"
      title="Charges"
      columns={hasWords ? withWords : chargeColumns}
      maxRows={12}
      addLabel="Add charge"
      hint={
        <>
          {count > 0 ? counted(count, "line") : null}
          <span className={styles.keyHint}>
            {count > 0 ? " · " : ""}Enter moves on, F2 edits, Ctrl D fills down
          </span>
        </>
      }
    />
  );
}

function PaymentsSection() {
  return (
    <RowsSection
      list="payments"
      title="Payments"
      columns={paymentColumns}
      maxRows={6}
      addLabel="Add payment"
    />
  );
}

/** The rules engine's verdict. The service decides by the flags; the rest explains. */
function AuditSection() {
  return (
    <section className={styles.section} aria-label="Audit" data-list="audit">
      <div className={styles.sectionHead}>
        <h2>Audit</h2>
      </div>
      <div className={styles.fields}>
        <div className={styles.flags}>
          <BoundFlag path="audit.canAutoCharge" />
          <BoundFlag path="audit.manualReviewNeeded" />
          <BoundFlag path="audit.stopProcessing" />
          <BoundFlag path="audit.canAutoCode" />
        </div>
        <BoundField path="audit.finalStatus" />
        <BoundField path="audit.withholdReason" className={styles.wide ?? ""} />
      </div>
      <RowsSection
        list="rulesLogs"
        title="Rules log"
        columns={rulesLogColumns}
        maxRows={6}
        addLabel="Add rules log"
      />
    </section>
  );
}

function VisitSection() {
  const hasNames = useNames().hasKind("practice");
  return (
    <section className={styles.section} aria-label="Visit" data-list="visit">
      <div className={styles.sectionHead}>
        <h2>Visit</h2>
      </div>
      <div className={styles.fields}>
        <BoundField path="visitCharged.practiceId" className={(hasNames ? styles.wide : styles.guid) ?? ""} />
        <VisitNames />
        <DateField />
        <TimeField />
        <div className={styles.flags}>
          <BoundFlag path="visitCharged.wcDocFlag" />
          <BoundFlag path="visitCharged.authNumberFlag" />
        </div>
      </div>
      <VisitIds />
    </section>
  );
}

/** Two frames: the visible part is painted by then. */
const firstPaintMs = 32;

/** False until the page has painted once. */
function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), firstPaintMs);
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}

/** The form itself: it follows the draft on its own and does not rerender when sending begins or ends. */
export const Sections = memo(function Sections() {
  const isPainted = useFirstPaint();
  return (
    <>
      <VisitSection />
      <ChargesSection />
      <ChargeChecks />
      <DiagnosisChecks>
        <DiagnosesSection />
      </DiagnosisChecks>
      {isPainted ? (
        <>
          <PaymentsSection />
          <AuditSection />
        </>
      ) : null}
    </>
  );
});
