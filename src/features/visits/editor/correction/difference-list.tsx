import { diffEvents } from "#room/billing/diff-events.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { differenceWords } from "#room/features/names/value-words.ts";
import styles from "#room/features/visits/editor/editor.module.css";

/** The differences between what was charged and a draft of it, leaving out the event's own id. */
export function correctionsOf(charged: DraftEvent, draft: DraftEvent) {
  return diffEvents(charged, draft).filter(({ path }) => path[0] !== "eventId");
}

export function DifferenceList({ changes }: { readonly changes: ReturnType<typeof correctionsOf> }) {
  return (
    <ul className={styles.changes} aria-label="What changes">
      {changes.map((each) => (
        <li key={`${each.kind} ${each.path.join(".")}`}>{differenceWords(each)}</li>
      ))}
    </ul>
  );
}
