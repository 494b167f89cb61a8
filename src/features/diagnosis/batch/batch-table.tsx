import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import table from "#room/ui/table.module.css";
import styles from "./batch.module.css";
import { Row } from "./batch-row.tsx";
import type { BatchTableProps } from "./batch-table-props.ts";

const rowHeight = 36;

/** One row per code; only visible ones are drawn, so that thousands do not slow the page. */
export function BatchTable({ answers, onTake }: BatchTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing above memoizes the list
  const virtual = useVirtualizer({
    count: answers.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 0, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // Scrollable by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label="Results, scrolled">
      <table className={table.table} aria-label="Results" aria-rowcount={answers.length + 1}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Code</th>
            <th scope="col">Date of service</th>
            <th scope="col">Answer</th>
            <th scope="col">Description</th>
            <th scope="col">Use instead</th>
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <Spacer height={before} /> : null}
          {items.map(({ index }) => {
            const answer = answers[index];
            return answer ? <Row key={index} answer={answer} index={index} onTake={onTake} /> : null;
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" className={styles.spacer}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- takes the space of rows that are not drawn */}
      <td colSpan={6} style={{ height }} />
    </tr>
  );
}
