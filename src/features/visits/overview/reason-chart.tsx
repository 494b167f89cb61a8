import { scaleLinear } from "d3-scale";
import type { VisitGroup } from "#room/contract/schemas/visit.ts";
import { moneyWords } from "#room/features/visits/clinic/clinic-money.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import { GroupChart } from "./group-chart.tsx";
import { moneyOf } from "./money-of.ts";
import styles from "./overview-page.module.css";
import { QueueLink } from "./queue-link.tsx";

const shown = 6;
const rowHeight = 35;
/** Approximate width of a letter of the labels. CSS pixels. */
const letter = 6.6;

const rest = "…";

/** The queue has no filter for the rest. */
function viewOf({ name }: VisitGroup) {
  return name === rest || name === "" ? undefined : ({ tab: "open", reason: reasonKey(name) } as const);
}

function nameOf({ name }: VisitGroup): string {
  if (name === rest) return "All other reasons";
  return name === "" ? "No reason given" : name;
}

function cut(text: string, width: number): string {
  const most = Math.max(8, Math.floor(width / letter));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Which reasons withhold the most money. */
export function ReasonChart({ groups }: { readonly groups: readonly VisitGroup[] }) {
  const first = groups.slice(0, shown);
  const most = Math.max(1, ...first.map(moneyOf));
  const draw = (width: number) => {
    const x = scaleLinear().domain([0, most]).range([2, width]);
    return (
      <svg width={width} height={first.length * rowHeight} className={styles.svg}>
        {first.map((group, index) => (
          <QueueLink key={group.name} view={viewOf(group) ?? { tab: "open" }} isMark>
            <g transform={`translate(0,${index * rowHeight})`} className={styles.mark}>
              <title>{nameOf(group)}</title>
              <rect className={styles.hit} width={width} height={rowHeight} />
              <text x={0} y={14} className={styles.reason}>
                {cut(nameOf(group), width - 150)}
              </text>
              <text x={width} y={14} className={styles.end}>
                {moneyWords(group.sums) || "–"} · {group.count.toLocaleString()}
              </text>
              <rect className={styles.bar} x={0} y={20} rx={3} height={7} width={x(moneyOf(group))} />
            </g>
          </QueueLink>
        ))}
      </svg>
    );
  };
  return (
    <GroupChart
      title="Withhold reasons"
      about="Open visits by reason, the most money first."
      draw={draw}
      head="Reason"
      groups={groups}
      nameOf={nameOf}
      viewOf={viewOf}
    />
  );
}
