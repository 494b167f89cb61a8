import { diffEvents } from "#room/billing/diff-events.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { differenceWords } from "#room/features/names/value-words.ts";
import styles from "#room/features/visits/editor/editor.module.css";

/** The differences between what was charged and a draft of it, leaving out the event's own id. */
export function correctionsOf(charged: DraftEvent, draft: DraftEvent) {
  return diffEvents(charged, draft).filter(({ path }) => path[0] !== "eventId");
}

interface DifferenceListProps {
  readonly changes: ReturnType<typeof correctionsOf>;
  readonly label?: string;
}

export function DifferenceList({ changes, label }: DifferenceListProps) {
  return (
    <ul className={styles.changes} aria-label={label}>
      {changes.map((each) => (
        <li key={`${each.kind} ${each.path.join(".")}`}>{differenceWords(each)}</li>
      ))}
      {changes.length === 0 ? <li>No changes: the same content.</li> : null}
    </ul>
  );
}
