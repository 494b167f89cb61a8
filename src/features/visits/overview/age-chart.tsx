import { counted } from "#room/contract/primitives/counted.ts";
import { scaleBand, scaleLinear } from "d3-scale";
import { totalText } from "#room/billing/money-text.ts";
import type { VisitGroup } from "#room/contract/schemas/visit.ts";
import { type Waited, waitedRanges } from "#room/features/visits/list/visit-filters.ts";
import { columnPath } from "./column-path.ts";
import { GroupChart } from "./group-chart.tsx";
import { moneyOf } from "./money-of.ts";
import styles from "./overview-page.module.css";
import { QueueLink } from "./queue-link.tsx";

const height = 210;
const top = 40;
const foot = 24;
/** Approximate width of a digit of the amounts. CSS pixels. */
const digit = 8;

function nameOf(group: string): string {
  return `${group.replace("-", "–")} days`;
}

function viewOf({ name }: { readonly name: Waited }) {
  return { tab: "open", waited: name } as const;
}

export function AgeChart({ groups }: { readonly groups: readonly VisitGroup[] }) {
  const known = groups.filter((group): group is VisitGroup & { name: Waited } =>
    waitedRanges.some((each) => each === group.name),
  );
  const most = Math.max(1, ...known.map(moneyOf));
  const draw = (width: number) => {
    const x = scaleBand<string>()
      .domain(known.map(({ name }) => name))
      .range([0, width])
      .paddingInner(0.18);
    const y = scaleLinear()
      .domain([0, most])
      .range([height - foot, top]);
    const middle = x.bandwidth() / 2;
    return (
      <svg width={width} height={height} className={styles.svg}>
        {known.map((group, index) => {
          const left = x(group.name) ?? 0;
          const up = y(moneyOf(group));
          const money = totalText(group.sums) || "–";
          // On a phone an amount is wider than its column, and stays within the chart.
          const half = Math.min((money.length * digit) / 2, width / 2);
          const center = Math.min(Math.max(left + middle, half), width - half) - left;
          return (
            <QueueLink key={group.name} view={viewOf(group)} isMark>
              <g transform={`translate(${left},0)`} className={styles.mark}>
                <rect className={styles.hit} width={x.bandwidth()} height={height} />
                <path
                  className={styles.bar}
                  data-step={index}
                  d={columnPath({ x: 0, y: up, width: x.bandwidth(), height: height - foot - up })}
                />
                <text x={center} y={up - 20} className={styles.value}>
                  {money}
                </text>
                <text x={middle} y={up - 6} className={styles.label}>
                  {counted(group.count, "visit")}
                </text>
                <text x={middle} y={height - 6} className={styles.label}>
                  {nameOf(group.name)}
                </text>
              </g>
            </QueueLink>
          );
        })}
        <line className={styles.axis} x1={0} x2={width} y1={height - foot} y2={height - foot} />
      </svg>
    );
  };
  return (
    <GroupChart
      title="Time waiting"
      about="Open visits by days since they came in."
      draw={draw}
      head="Waiting"
      groups={known}
      nameOf={({ name }) => nameOf(name)}
      viewOf={viewOf}
    />
  );
}
