import { counted } from "#room/contract/primitives/counted.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { stateLook } from "#room/features/visits/states.ts";
import { minorTotalText } from "#room/billing/money-text.ts";
import chips from "./filter-bar.module.css";
import styles from "./overview.module.css";
import type { MoneySum, Overview as OverviewFigures } from "./queue-overview.ts";
import type { BrowserSearch } from "#room/features/visits/list/list-search.ts";
import { formatCount } from "#room/ui/formats.ts";

export interface OverviewProps {
  readonly overview: OverviewFigures;
  readonly search: BrowserSearch;
  readonly onChange: (part: Partial<BrowserSearch>) => void;
}

const reasonsShown = 4;

/** How many events and how much money are in each state, and the most common reasons; each filters the table. */
export function Overview({ overview, search, onChange }: OverviewProps) {
  const chosen = search.state === "" ? [] : search.state.split(",");
  return (
    <section className={styles.overview} aria-label="Overview">
      {overview.states.map(({ state, count, visits, money }) => {
        const isOn = chosen.includes(state);
        return (
          <button
            key={state}
            type="button"
            className={styles.tile}
            aria-pressed={isOn}
            onClick={() =>
              onChange({
                tab: "all",
                state: (isOn ? chosen.filter((each) => each !== state) : [...chosen, state]).join(","),
              })
            }
          >
            <span className={styles.head}>
              <StateBadge tone={stateLook(state).tone} isBare>
                {stateLook(state).label}
              </StateBadge>
              <span className={styles.count}>{formatCount(count)}</span>
            </span>
            <span className={styles.money}>
              {moneyWords(money)}
              {visits > 0 && visits < count ? ` in ${counted(visits, "visit")}` : null}
            </span>
          </button>
        );
      })}
      {overview.reasons.length > 0 ? (
        <div className={styles.reasons}>
          <span className="quiet small">What holds them up</span>
          {overview.reasons.slice(0, reasonsShown).map(({ key, words, count }) => (
            <button
              key={key}
              type="button"
              className={chips.chip}
              aria-pressed={search.reason === key}
              title={words}
              onClick={() => onChange({ reason: search.reason === key ? "" : key })}
            >
              <span className="clip">{words}</span> {formatCount(count)}
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function moneyWords({ byCurrency, unreadable }: MoneySum): string {
  const total = minorTotalText([...byCurrency].map(([currency, minor]) => ({ currency, minor })));
  const rest = unreadable > 0 ? `${formatCount(unreadable)} can’t be added` : "";
  return [total, rest].filter(Boolean).join(" + ");
}
