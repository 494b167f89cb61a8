import styles from "./brand.module.css";

export function Brand() {
  return (
    <span className={styles.brand}>
      <span className={styles.mark} aria-hidden="true">
        <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="m2 2.5 4 7 4-7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      Visit Charge
    </span>
  );
}
