import { StateMark, type Tone } from "#room/ui/state-badge.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

/** A status icon in its color, at the start of a line. */
export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <StateMark tone={tone} />
    </span>
  );
}
