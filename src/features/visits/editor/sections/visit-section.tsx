import { BoundField, BoundFlag } from "#room/features/visits/editor/fields/bound-field.tsx";
import { DateField } from "#room/features/visits/editor/fields/date-field.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

/** The visit's own members. */
export function VisitSection() {
  return (
    <section className={styles.section} aria-label="Visit" data-list="visit">
      <div className={styles.sectionHead}>
        <h2>Visit</h2>
      </div>
      <div className={styles.fields}>
        <BoundField path="visitCharged.visitId" label="Visit ID" className={styles.guid ?? ""} />
        <BoundField path="visitCharged.practiceId" label="Practice" className={styles.guid ?? ""} />
        <DateField />
        <BoundField path="visitCharged.version" label="Version" />
        <BoundField path="visitCharged.createdId" label="Created by" />
        <BoundField path="visitCharged.createdUserNumber" label="User number" inputMode="numeric" />
        <BoundField path="eventId" label="Event ID" className={styles.guid ?? ""} />
        <div className={styles.flags}>
          <BoundFlag path="visitCharged.wcDocFlag" label="Workers’ comp documents" />
          <BoundFlag path="visitCharged.authNumberFlag" label="Authorization number" />
        </div>
      </div>
    </section>
  );
}
