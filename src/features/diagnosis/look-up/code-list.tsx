import type { ReactNode } from "react";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import styles from "./look-up.module.css";

interface CodeListProps {
  readonly title: string;
  readonly codes: readonly DiagnosisCode[];
  /** How many there are when not all are listed. */
  readonly total?: number;
  readonly onOpen: (code: string) => void;
  /** The way to the others, where there is one. */
  readonly children?: ReactNode;
}

/** Codes to go on to, each with its title. */
export function CodeList({ title, codes, total = codes.length, onOpen, children }: CodeListProps) {
  if (codes.length === 0 && !children) return null;
  return (
    <section className={styles.codes} aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{total}</span>
      </h2>
      <ul>
        {codes.map((code) => (
          <li key={code.code}>
            <button type="button" className={styles.codeRow} onClick={() => onOpen(code.code)}>
              <code>{code.code}</code>
              <span>
                {code.description}
                {code.isChargeable ? null : <em className={styles.hitNote}> not billable</em>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {children ??
        (total > codes.length ? (
          <p className={styles.note}>
            {codes.length} of {total}
          </p>
        ) : null)}
    </section>
  );
}
