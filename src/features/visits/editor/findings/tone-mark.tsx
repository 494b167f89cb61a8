import { StateMark, type Tone } from "#room/ui/state-badge.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

/** The mark of a state with its colour, at the head of a line. */
export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <StateMark tone={tone} />
    </span>
  );
}
