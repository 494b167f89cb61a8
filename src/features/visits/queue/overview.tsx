import { StateBadge } from "#room/ui/state-badge.tsx";
import { formatMoney } from "#room/features/visits/format.ts";
import chips from "./filter-bar.module.css";
import styles from "./overview.module.css";
import type { MoneySum, Overview as OverviewFigures } from "./queue-overview.ts";
import { labelOf, toneOf } from "./queue-state.ts";
import type { VisitsSearch } from "./visits-search.ts";

export interface OverviewProps {
  readonly overview: OverviewFigures;
  readonly search: VisitsSearch;
  readonly onChange: (part: Partial<VisitsSearch>) => void;
}

const reasonsShown = 4;

/** How many events and how much money are in each state, and the most common reasons; each filters the table. */
export function Overview({ overview, search, onChange }: OverviewProps) {
  return (
    <section className={styles.overview} aria-label="Overview">
      {overview.states.map(({ state, count, money }) => {
        const isOn = search.states.includes(state);
        return (
          <button
            key={state}
            type="button"
            className={styles.tile}
            aria-pressed={isOn}
            onClick={() =>
              onChange({
                tab: "all",
                states: isOn ? search.states.filter((each) => each !== state) : [...search.states, state],
              })
            }
          >
            <span className={styles.head}>
              <StateBadge tone={toneOf(state)} isBare>
                {labelOf(state)}
              </StateBadge>
              <span className={styles.count}>{count.toLocaleString()}</span>
            </span>
            <span className={styles.money}>{moneyWords(money)}</span>
          </button>
        );
      })}
      {overview.reasons.length > 0 ? (
        <div className={styles.reasons}>
          <span className={styles.reasonsTitle}>Top withhold reasons</span>
          {overview.reasons.slice(0, reasonsShown).map(({ key, words, count }) => (
            <button
              key={key}
              type="button"
              className={chips.chip}
              aria-pressed={search.reason === key}
              title={words}
              onClick={() => onChange({ reason: search.reason === key ? "" : key })}
            >
              <span className={chips.chipText}>{words}</span> {count.toLocaleString()}
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function moneyWords({ byCurrency, unreadable }: MoneySum): string {
  const sums = [...byCurrency].map(([currency, minor]) => formatMoney(minor, currency));
  if (unreadable > 0) sums.push(`${unreadable.toLocaleString()} can’t be added`);
  return sums.join(" + ");
}
