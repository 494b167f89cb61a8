import { showDate } from "#room/billing/show-date.ts";
import { formatCount, formatInFull } from "#room/ui/formats.ts";
import { Action as OwnAction } from "#room/features/visits/queue/visit-action.tsx";
import { Cell as OwnCell } from "#room/features/visits/queue/visits-cell.tsx";
import { Names } from "#room/features/visits/queue/row-words.tsx";
import { OpenLink, VisitLink } from "#room/features/visits/queue/visit-link.tsx";
import type { ActionProps, CellProps, RowParts } from "#room/features/visits/queue/visits-row-props.ts";
import styles from "#room/features/visits/queue/visits-table.module.css";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Badge, StateBadge } from "#room/ui/state-badge.tsx";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { clinicActionOf } from "./clinic-action.ts";
import type { ClinicRow } from "./clinic-row.ts";
import { clinicSituation, holderWords, snoozedWords, waitedWords } from "./clinic-words.ts";

/** The clinic's list passes its own kind of rows to the table. */
export function isClinicRow(row: VisitSummary): row is ClinicRow {
  return "leads" in row;
}

function Tags({ row, now }: { readonly row: ClinicRow; readonly now: number }) {
  const snoozeFor = snoozedWords(row, now);
  const isCorrected = row.leads === "browser" && row.clinic !== undefined && row.here?.state !== "charged";
  const tags = [
    ...(row.here && isExample(row.here) ? ["Example"] : row.isOnlyHere ? ["Only on this device"] : []),
    ...(isCorrected ? ["Changed here"] : []),
    ...(snoozeFor === "" ? [] : [snoozeFor]),
  ];
  return tags.map((tag) => (
    <span key={tag} className={styles.tag}>
      <Badge>{tag}</Badge>
    </span>
  ));
}

/** One column of a visit in the clinic's list. */
function Cell(props: CellProps) {
  const { row, id, isNarrow, now, tabIndex, handlers } = props;
  const me = useWorkspace().userName;
  if (!isClinicRow(row)) return null;
  const { label, tone, words } = clinicSituation(row);
  const holder = holderWords(row, me, now);
  switch (id) {
    case "state":
      return <StateBadge tone={tone}>{label}</StateBadge>;
    case "visit":
      return (
        <>
          {isNarrow ? (
            <span className={styles.head}>
              <StateBadge tone={tone}>{label}</StateBadge>
            </span>
          ) : null}
          <VisitLink row={row} handlers={handlers} tabIndex={tabIndex} />
          {isNarrow ? (
            <span className={styles.quiet}>
              {row.serviceDate === undefined ? "" : ` · ${showDate(row.serviceDate)}`}
              {holder === "" ? "" : ` · ${holder}`}
            </span>
          ) : null}
          {isNarrow ? (
            <span className={styles.second}>
              <Tags row={row} now={now} />
              {words}
            </span>
          ) : null}
        </>
      );
    case "reason":
      if (row.leads === "browser" && row.clinic === undefined && !row.isOnlyHere)
        return <OwnCell {...props} />;
      return (
        <span title={words}>
          <Tags row={row} now={now} />
          {words}
        </span>
      );
    case "waiting":
      return (
        <time dateTime={new Date(row.createdAt).toISOString()} title={formatInFull(row.createdAt)}>
          {waitedWords(row.createdAt, now)}
        </time>
      );
    case "holder":
      return holder === "" ? <span className={styles.quiet}>–</span> : <span title={holder}>{holder}</span>;
    case "notes":
      return row.clinic && row.clinic.noteCount > 0 ? (
        formatCount(row.clinic.noteCount)
      ) : (
        <span className={styles.quiet}>–</span>
      );
    case "payer":
      return <Names kind="payer" ids={row.clinic?.payerIds ?? []} />;
    case "provider":
      return <Names kind="provider" ids={row.clinic?.providerIds ?? []} />;
    case "attempt":
      return <OwnCell {...props} row={row.here ?? row} />;
    default:
      return <OwnCell {...props} />;
  }
}

/** The action of a visit's row. */
function Action({ row, tabIndex, handlers }: ActionProps) {
  const me = useWorkspace().userName;
  if (!isClinicRow(row)) return null;
  const action = clinicActionOf(row, me);
  if (action === "own" && row.here)
    return <OwnAction row={row.here} tabIndex={tabIndex} handlers={handlers} />;
  if (action === "take")
    return (
      <button
        type="button"
        className={styles.action}
        tabIndex={tabIndex}
        onClick={() => handlers.act("take", row.eventId)}
      >
        Take
      </button>
    );
  return (
    <OpenLink row={row} handlers={handlers} className={styles.action} tabIndex={tabIndex}>
      {action === "go on" ? "Go on" : "Open"}
    </OpenLink>
  );
}

export const clinicParts: RowParts = { Cell, Action };
