import styles from "./spinner.module.css";

/** Shows that something is in progress. Decorative: put text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
