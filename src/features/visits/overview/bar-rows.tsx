import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import styles from "./overview-page.module.css";
import { QueueLink } from "./queue-link.tsx";

const rowHeight = 35;
/** Approximate width of a letter of the labels. CSS pixels. */
const letter = 6.6;

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** Its length, in any unit. */
  readonly size: number;
  /** Undefined: the queue cannot show just these. */
  readonly view: Partial<ClinicSearch> | undefined;
}

function cut(text: string, width: number): string {
  const most = Math.max(8, Math.floor(width / letter));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/**
 * Draws bars below each other, each with its name and value above.
 * @param whole the size of a bar as wide as all; the largest by default
 */
export function drawBars(bars: readonly Bar[], whole?: number): (width: number) => ReactNode {
  const most = whole ?? (Math.max(...bars.map(({ size }) => size), 0) || 1);
  return (width) => rowsOf(bars, most, width);
}

function rowsOf(bars: readonly Bar[], most: number, width: number): ReactNode {
  const x = scaleLinear().domain([0, most]).range([2, width]);
  const height = bars.length * rowHeight;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={styles.svg}>
      {bars.map(({ key, name, value, size, view }, index) => (
        <QueueLink key={key} view={view} isMark>
          <g transform={`translate(0,${index * rowHeight})`} className={styles.mark}>
            <title>{name}</title>
            <rect className={styles.hit} width={width} height={rowHeight} />
            <text x={0} y={14} className={styles.reason}>
              {cut(name, width - letter * value.length - 20)}
            </text>
            <text x={width} y={14} className={styles.end}>
              {value}
            </text>
            <rect className={styles.bar} x={0} y={20} rx={3} height={7} width={size > 0 ? x(size) : 0} />
          </g>
        </QueueLink>
      ))}
    </svg>
  );
}
