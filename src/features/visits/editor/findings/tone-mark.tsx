import { StateMark, type Tone } from "#room/ui/state-badge.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <StateMark tone={tone} />
    </span>
  );
}
