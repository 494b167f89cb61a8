import { Link } from "@tanstack/react-router";
import { showDate } from "#room/billing/show-date.ts";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import type { BatchAnswer } from "./batch-run.ts";
import styles from "./batch.module.css";
import { explanationOf, mappingWords, stateOf } from "./batch-words.ts";
import type { BatchTableProps } from "./batch-table-props.ts";

interface RowProps {
  readonly answer: BatchAnswer;
  readonly index: number;
  readonly onTake: BatchTableProps["onTake"];
}

export function Row({ answer, index, onTake }: RowProps) {
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
      <td className={styles.line}>{row.line}</td>
      <td>
        <Link to="/diagnosis" search={search} className={styles.code}>
          <code>{isKnown ? (check.code ?? row.code) : row.code}</code>
        </Link>
        {was === undefined ? null : <span className={styles.was}> was {was}</span>}
      </td>
      <td className={styles.date}>{svcDate === "" ? row.writtenDate : showDate(svcDate)}</td>
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
