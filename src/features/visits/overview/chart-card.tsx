import { type ReactNode, useId, useRef } from "react";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { useWidth } from "#room/ui/use-width.ts";
import styles from "./overview-page.module.css";

export interface ChartCardProps {
  readonly title: string;
  readonly about: string;
  readonly isWide?: boolean;
  /** Draws the chart at that width. Visual only: its links are in the table too. */
  readonly draw: (width: number) => ReactNode;
  readonly legend?: ReactNode;
  /** The table is shown from the start, right below. */
  readonly isTableOpen?: boolean;
  readonly actions?: ReactNode;
  readonly head: readonly (string | { readonly name: string; readonly isNumber: true })[];
  /** The first cell names the row and links to its visits. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** What a card says instead of a chart of nothing. */
export function EmptyCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.cardTitle}>{title}</h2>
      <p className="quiet">{children}</p>
    </section>
  );
}

export function ChartCard(props: ChartCardProps) {
  const { title, about, isWide, draw, legend, isTableOpen, actions, head, rows } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <section className={styles.card} data-wide={isWide || undefined} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {actions}
      </div>
      <p className="quiet">{about}</p>
      {legend}
      <div ref={box} className={styles.chart} data-fits={isTableOpen} aria-hidden="true">
        {width > 0 ? draw(width) : null}
      </div>
      <details className={styles.details} open={isTableOpen}>
        <summary>As a table</summary>
        <Table className={styles.tableBox} labelledBy={id} heads={head}>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => {
                const at = head[index] ?? "";
                const isNumber = typeof at !== "string";
                const name = isNumber ? at.name : at;
                return index === 0 ? (
                  <th key={name} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={name} className={isNumber ? table.number : undefined}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}
