import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import type { BatchAnswer } from "./batch-run.ts";
import { Link } from "@tanstack/react-router";
import { showDate } from "#room/billing/show-date.ts";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { useFocusFollows, useKeptFocus } from "#room/ui/use-kept-focus.ts";
import { useRowsInSight } from "#room/ui/use-rows-in-sight.ts";
import styles from "./batch.module.css";
import { explanationOf, mappingWords, stateOf } from "./batch-words.ts";
import { useRef } from "react";
import { classNames } from "#room/ui/class-names.ts";
import table from "#room/ui/table.module.css";

interface BatchTableProps {
  readonly answers: readonly BatchAnswer[];
  readonly onTake: (answer: BatchAnswer, code: DiagnosisCode) => void;
}

interface RowProps {
  readonly answer: BatchAnswer;
  readonly index: number;
  readonly onTake: BatchTableProps["onTake"];
}

function Row({ answer, index, onTake }: RowProps) {
  const { row, svcDate, check, was } = answer;
  const { tone, words } = stateOf(answer);
  const about = explanationOf(answer);
  const isKnown = check.state === "billable" || check.state === "header";
  const search = {
    code: row.code,
    ...(svcDate === "" ? {} : { svcDate }),
    ...(row.system === undefined ? {} : { codeSystemName: row.system }),
  };
  return (
    <tr aria-rowindex={index + 2} className={styles.row}>
      <td className="quiet">{row.line}</td>
      <td>
        <Link to="/diagnosis" search={search} className={styles.code}>
          <code>{isKnown ? (check.code ?? row.code) : row.code}</code>
        </Link>
        {was === undefined ? null : <span className="quiet small"> was {was}</span>}
      </td>
      <td className="quiet">{svcDate === "" ? row.writtenDate : showDate(svcDate)}</td>
      <td>
        <StateBadge tone={tone}>{words}</StateBadge>
      </td>
      <td className={styles.words} title={about}>
        {about}
      </td>
      <td>
        <Instead answer={answer} onTake={onTake} />
      </td>
    </tr>
  );
}

/** Codes to choose with one click, or the mapping of an ICD-9 code. */
function Instead({ answer, onTake }: Omit<RowProps, "index">) {
  if (answer.suggestions.length === 0) return mappingWords(answer);
  return answer.suggestions.map((code) => (
    <Button
      key={code.code}
      size="small"
      title={code.description ?? ""}
      aria-label={`Use ${code.code} on line ${answer.row.line}`}
      onClick={() => onTake(answer, code)}
    >
      {code.code}
    </Button>
  ));
}

const rowHeight = 36;

/** One row per code; only visible ones are drawn, so that thousands do not slow the page. */
export function BatchTable({ answers, onTake }: BatchTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  // To the next code that could be taken, or back to where the focus was.
  useFocusFollows(scroll, answers);
  useKeptFocus(scroll);
  const { first, end } = useRowsInSight({ scroller: scroll, rowHeight, count: answers.length });
  return (
    // Scrollable by keyboard too.
    <div
      ref={scroll}
      className={classNames(table.scroll, styles.scroll)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Results, scrolled"
    >
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
          {first > 0 ? <Spacer height={first * rowHeight} /> : null}
          {answers.slice(first, end).map((answer, at) => (
            <Row key={first + at} answer={answer} index={first + at} onTake={onTake} />
          ))}
          {end < answers.length ? <Spacer height={(answers.length - end) * rowHeight} /> : null}
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
