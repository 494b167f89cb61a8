import { type ReactNode, useState } from "react";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { Button } from "#room/ui/button.tsx";
import more from "#room/features/codes/codes.module.css";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./look-up.module.css";

const shownFirst = 10;

interface CodeListProps {
  readonly title: string;
  readonly codes: readonly DiagnosisCode[];
  /** The total, if `codes` is only the beginning of a longer list. */
  readonly total?: number;
  readonly onOpen: (code: string) => void;
  /** Where to find those not in `codes`. */
  readonly children?: ReactNode;
}

/** Codes to continue with, each with its title: the first few, and all of them with one click. */
export function CodeList({ title, codes, total = codes.length, onOpen, children }: CodeListProps) {
  const [isAll, setIsAll] = useState(false);
  if (codes.length === 0 && !children) return null;
  const shown = isAll || children ? codes : codes.slice(0, shownFirst);
  return (
    <section className={styles.codes} aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{formatCount(total)}</span>
      </h2>
      <ul>
        {shown.map((code) => (
          <li key={code.code}>
            <button type="button" className={styles.codeRow} onClick={() => onOpen(code.code)}>
              <code>{code.code}</code>
              <span>
                {code.description}
                {code.isChargeable ? null : <span className="quiet small"> not billable</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {children}
      {shown.length < codes.length ? (
        <div className={`row quiet small ${more.more}`}>
          <p role="status">
            {shown.length} of {codes.length}
          </p>
          <Button size="small" onClick={() => setIsAll(true)}>
            Show all {codes.length}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
