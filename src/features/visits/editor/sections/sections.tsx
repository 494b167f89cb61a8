import { memo, startTransition, useEffect, useState } from "react";
import { ChargeChecks } from "#room/features/visits/editor/findings/charge-checks.tsx";
import { DiagnosisChecks } from "#room/features/visits/editor/findings/diagnosis-checks.tsx";
import { BoundField, BoundFlag } from "#room/features/visits/editor/fields/bound-field.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { TimeField } from "#room/features/visits/editor/fields/time-field.tsx";
import { VisitNames } from "#room/features/visits/editor/fields/visit-names.tsx";
import { VisitIds } from "#room/features/visits/editor/fields/visit-ids.tsx";
import { DateField } from "#room/features/visits/editor/fields/date-field.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { Suggestions } from "#room/features/visits/editor/fields/suggestions.tsx";
import { paymentColumns } from "#room/features/visits/editor/grid/columns.ts";
import { useColumns } from "#room/features/visits/editor/grid/use-columns.tsx";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";
import { AuditSection } from "./audit-section.tsx";
import { ChargesSection } from "./charges-section.tsx";
import { DiagnosesSection } from "./diagnoses-section.tsx";

const numberOf = (index: number) => String(index + 1);
const suggestions = {
  "payment-types": ["Cash", "Check", "Credit card", "Debit card", "Copay", "EFT", "Insurance"],
  "payment-categories": [
    "Patient",
    "Copay",
    "Coinsurance",
    "Deductible",
    "Insurance",
    "Adjustment",
    "Refund",
  ],
} as const;

function PaymentsSection() {
  const { columns, menu, reveal } = useColumns("payments", paymentColumns);
  return (
    <>
      <RowsSection
        list="payments"
        title="Payments"
        columns={columns}
        maxRows={6}
        nameOf={numberOf}
        addLabel="Add payment"
        actions={menu}
        onReveal={reveal}
      />
      <Suggestions lists={suggestions} />
    </>
  );
}

/** The visit's own members. */
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
