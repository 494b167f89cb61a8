import styles from "./spinner.module.css";

/** Says that something is under way. Decoration only: put words beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
