import { BoundField, BoundFlag } from "#room/features/visits/editor/fields/bound-field.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { TimeField } from "#room/features/visits/editor/fields/time-field.tsx";
import { VisitNames } from "#room/features/visits/editor/fields/visit-names.tsx";
import { VisitIds } from "#room/features/visits/editor/fields/visit-ids.tsx";
import { DateField } from "#room/features/visits/editor/fields/date-field.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

/** The visit's own members. */
export function VisitSection() {
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
