import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "@tanstack/react-router";
import { showDay } from "#room/features/diagnosis/show-dates.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import table from "#room/ui/table.module.css";
import type { BatchAnswer } from "./batch-run.ts";
import styles from "./batch.module.css";
import { explanationOf, stateOf } from "./batch-words.ts";

const rowHeight = 36;

interface BatchTableProps {
  readonly answers: readonly BatchAnswer[];
  readonly defaultDate: string;
}

/** One row per code; only those in view are drawn, so that thousands do not slow the page. */
export function BatchTable({ answers, defaultDate }: BatchTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the list is not memoised by anything above it
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
    // Scrolled by the keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label="Results, scrolled">
      <table className={table.table} aria-label="Results" aria-rowcount={answers.length + 1}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Code</th>
            <th scope="col">Service date</th>
            <th scope="col">Answer</th>
            <th scope="col">Description</th>
            <th scope="col">Use instead</th>
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <Spacer height={before} /> : null}
          {items.map(({ index }) => {
            const answer = answers[index];
            return answer ? (
              <Row key={answer.row.line} answer={answer} index={index} defaultDate={defaultDate} />
            ) : null;
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
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- holds the room of rows not drawn */}
      <td colSpan={6} style={{ height }} />
    </tr>
  );
}

interface RowProps {
  readonly answer: BatchAnswer;
  readonly index: number;
  readonly defaultDate: string;
}

function Row({ answer, index, defaultDate }: RowProps) {
  const { row, check, suggestion } = answer;
  const { tone, words } = stateOf(answer);
  const date = row.svcDate || defaultDate;
  const about = explanationOf(answer);
  const isKnown = check.state === "billable" || check.state === "header";
  const search = {
    code: row.code,
    ...(date === "" ? {} : { svcDate: date }),
    ...(row.system === undefined ? {} : { codeSystemName: row.system }),
  };
  return (
    <tr aria-rowindex={index + 2} className={styles.row}>
      <td className={styles.line}>{row.line}</td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the link's text is its name */}
      <td>
        <Link to="/diagnosis" search={search} className={styles.code}>
          <code>{isKnown ? (check.code ?? row.code) : row.code}</code>
        </Link>
      </td>
      <td className={styles.date}>{row.wrongDate ?? (date === "" ? "today" : showDay(date))}</td>
      <td>
        <StateBadge tone={tone}>{words}</StateBadge>
      </td>
      <td className={styles.words} title={about}>
        {about}
      </td>
      <td>{suggestion === undefined ? null : <code>{suggestion}</code>}</td>
    </tr>
  );
}
