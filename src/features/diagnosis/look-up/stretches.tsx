import type { CodeStretch } from "#room/contract/operations/describe-diagnosis.ts";
import { showDates } from "#room/billing/show-date.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import styles from "./look-up.module.css";

/** When the code was valid, across the loaded sets. */
export function Stretches({ stretches }: { readonly stretches: readonly CodeStretch[] }) {
  if (stretches.length === 0) return null;
  const isReworded = new Set(stretches.map(({ description }) => description)).size > 1;
  return (
    <section className={styles.codes} aria-label="When it is valid">
      <h2>In the loaded sets</h2>
      <ul className={styles.stretches}>
        {stretches.map(({ from, to, isChargeable, description }) => (
          <li key={from}>
            <span className={styles.stretchDates}>{showDates(from, to)}</span>
            <StateBadge tone={isChargeable ? "ok" : "warn"} isBare>
              {isChargeable ? "billable" : "not billable"}
            </StateBadge>
            {isReworded ? <span className={styles.quiet}>{description}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
