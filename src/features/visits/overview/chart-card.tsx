import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { Table } from "#room/ui/table.tsx";
import styles from "./overview-page.module.css";

export interface ChartCardProps {
  readonly title: string;
  /** What the chart shows, as a sentence. */
  readonly about: string;
  readonly isWide?: boolean;
  /** Draws the chart at that width. Visual only: its links are in the table too. */
  readonly draw: (width: number) => ReactNode;
  readonly legend?: ReactNode;
  readonly head: readonly string[];
  /** The first cell names the row and links to its visits. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A chart with its title and an equivalent table. */
export function ChartCard({ title, about, isWide, draw, legend, head, rows }: ChartCardProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = box.current;
    if (!watched) return undefined;
    const look = () => setWidth(watched.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return (
    <section className={styles.card} data-wide={isWide || undefined} aria-labelledby={id}>
      <h2 id={id} className={styles.cardTitle}>
        {title}
      </h2>
      <p className={styles.about}>{about}</p>
      {legend}
      <div ref={box} className={styles.chart} aria-hidden="true">
        {width > 0 ? draw(width) : null}
      </div>
      <details className={styles.details}>
        <summary>As a table</summary>
        <Table className={styles.tableBox} labelledBy={id} heads={head}>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={head[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head[index]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}
