import { StateMark, type Tone } from "#room/ui/state-badge.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <span className={styles.mark} style={{ color: `var(--${tone}, var(--muted))` }}>
      <StateMark tone={tone} />
    </span>
  );
}
