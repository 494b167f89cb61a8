import { Kbd } from "#room/ui/kbd.tsx";
import styles from "./visits-page.module.css";

/** The shortcuts of a list, at its bottom; screen reader users find them in the shortcut list. */
export function KeyHints({ keys }: { readonly keys: readonly (readonly [keys: string, what: string])[] }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.map(([name, what]) => (
        <span key={name}>
          <Kbd keys={name} /> {what}
        </span>
      ))}
    </span>
  );
}
