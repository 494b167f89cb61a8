import { Suggestions } from "#room/features/visits/editor/fields/suggestions.tsx";
import { BoundField, BoundFlag } from "#room/features/visits/editor/fields/bound-field.tsx";
import { rulesLogColumns } from "#room/features/visits/editor/grid/columns.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { useColumns } from "#room/features/visits/editor/grid/use-columns.tsx";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";

const numberOf = (index: number) => String(index + 1);
const suggestions = {
  "final-statuses": ["Clear", "Charged", "Withheld", "Manual review", "Stopped"],
  "rule-statuses": ["Passed", "Failed", "Warning", "Skipped", "Approved"],
  "rule-levels": ["Info", "Warn", "Error"],
} as const;

/** The rules engine's verdict. The service decides by the flags; the rest explains. */
export function AuditSection() {
  const { columns, menu, reveal } = useColumns("rulesLogs", rulesLogColumns);
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
        <BoundField path="audit.finalStatus" list="final-statuses" />
        <BoundField path="audit.withholdReason" className={styles.wide ?? ""} />
      </div>
      <RowsSection
        list="rulesLogs"
        title="Rules log"
        columns={columns}
        maxRows={6}
        nameOf={numberOf}
        addLabel="Add rules log"
        actions={menu}
        onReveal={reveal}
      />
      <Suggestions lists={suggestions} />
    </section>
  );
}
