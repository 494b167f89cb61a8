import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { showDate } from "#room/billing/show-date.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { clinicDays, zonePlace } from "#room/features/names/clinic-days.ts";
import { formatCount, asWritten } from "#room/ui/formats.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { ChartCard } from "./chart-card.tsx";
import { columnPath } from "./column-path.ts";
import styles from "./overview-page.module.css";
import { stateLook } from "#room/features/visits/states.ts";
import { QueueLink } from "./queue-link.tsx";

type Day = ResponseOf<"summarizeVisits">["perDay"][number];

const height = 240;
const foot = 24;
/** Approximate width of a digit of the scale. CSS pixels. */
const digit = 7;
const states = ["charged", "withheld", "refused"] as const;

function viewOf(state: (typeof states)[number], { date }: Day) {
  if (state === "charged") return { tab: "charged", age: date } as const;
  return { tab: "open", state, age: date } as const;
}

export function DayChart({ days }: { readonly days: readonly Day[] }) {
  const layers = stack<Day>().keys(states)([...days]);
  const most = Math.max(4, ...days.map(({ charged, withheld, refused }) => charged + withheld + refused));
  // Leaves room for the scale's longest number.
  const left = 15 + digit * formatCount(most).length;
  const draw = (width: number) => {
    const x = scaleBand<string>()
      .domain(days.map(({ date }) => date))
      .range([left, width])
      .paddingInner(0.25);
    const y = scaleLinear()
      .domain([0, most])
      .nice(4)
      .range([height - foot, 10]);
    const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor((width - left) / 64))));
    return (
      <svg width={width} height={height} className={styles.svg}>
        {y.ticks(4).map((tick) => (
          <g key={tick} transform={`translate(0,${y(tick)})`}>
            <line className={styles.grid} x1={left} x2={width} />
            <text x={left - 8} y={4} className={styles.end}>
              {formatCount(tick)}
            </text>
          </g>
        ))}
        {layers.map((layer) => {
          const state = states.find((each) => each === layer.key) ?? "charged";
          return layer.map(([from, to], index) => {
            const day = days[index];
            if (!day || to === from) return null;
            const isTop = layers
              .slice(layer.index + 1)
              .every((above) => above[index]?.[0] === above[index]?.[1]);
            const box = {
              x: x(day.date) ?? 0,
              y: y(to),
              width: x.bandwidth(),
              height: Math.max(1, y(from) - y(to) - (from > 0 ? 1 : 0)),
            };
            return (
              <QueueLink key={`${state} ${day.date}`} view={viewOf(state, day)} isMark>
                <path className={styles.part} data-state={state} d={columnPath(box, isTop ? 3 : 0)}>
                  <title>{`${showDate(day.date)}: ${formatCount(day[state])} ${stateLook(state).label.toLowerCase()}`}</title>
                </path>
              </QueueLink>
            );
          });
        })}
        {days.map(({ date }, index) =>
          index % every === 0 ? (
            <text key={date} x={(x(date) ?? 0) + x.bandwidth() / 2} y={height - 6} className={styles.label}>
              {asWritten.shortDay(new Date(`${date}T00:00:00Z`))}
            </text>
          ) : null,
        )}
      </svg>
    );
  };
  return (
    <ChartCard
      title="Day by day"
      about={`Submissions by the day they came in. Days by the clinic’s time (${zonePlace(clinicDays().timeZone)}). Select a withheld or refused part to open its visits that are still open.`}
      isWide
      draw={draw}
      legend={
        <p className={styles.legend}>
          {states.map((state) => (
            <StateBadge key={state} tone={stateLook(state).tone} isBare>
              {stateLook(state).label}
            </StateBadge>
          ))}
        </p>
      }
      head={["Day", ...states.map((state) => stateLook(state).label)]}
      rows={[...days].reverse().map((day) => ({
        key: day.date,
        cells: [
          showDate(day.date),
          ...states.map((state) =>
            day[state] === 0 ? (
              "0"
            ) : (
              <QueueLink key={state} view={viewOf(state, day)}>
                {formatCount(day[state])}
              </QueueLink>
            ),
          ),
        ],
      }))}
    />
  );
}
