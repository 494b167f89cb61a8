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
        <BoundField path="visitCharged.visitId" className={styles.guid ?? ""} />
        <BoundField path="visitCharged.practiceId" className={styles.guid ?? ""} />
        <DateField />
        <BoundField path="visitCharged.version" />
        <BoundField path="visitCharged.createdId" />
        <BoundField path="visitCharged.createdUserNumber" inputMode="numeric" />
        <BoundField path="eventId" className={styles.guid ?? ""} />
        <div className={styles.flags}>
          <BoundFlag path="visitCharged.wcDocFlag" />
          <BoundFlag path="visitCharged.authNumberFlag" />
        </div>
      </div>
    </section>
  );
}
