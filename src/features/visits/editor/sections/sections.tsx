import { memo, startTransition, useEffect, useState } from "react";
import { AuditSection } from "./audit-section.tsx";
import { ChargesSection } from "./charges-section.tsx";
import { DiagnosesSection } from "./diagnoses-section.tsx";
import { ChargeChecks } from "#room/features/visits/editor/findings/charge-checks.tsx";
import { DiagnosisChecks } from "#room/features/visits/editor/findings/diagnosis-checks.tsx";
import { PaymentsSection } from "./payments-section.tsx";
import { VisitSection } from "./visit-section.tsx";

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
