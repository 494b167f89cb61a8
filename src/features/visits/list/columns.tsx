import type { ReactNode } from "react";
import { showDate } from "#room/billing/show-date.ts";
import { holderWords, waitedWords } from "#room/features/visits/clinic/clinic-words.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { isDone } from "#room/features/visits/states.ts";
import { formatCount } from "#room/ui/formats.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import styles from "#room/features/visits/queue/visits-table.module.css";
import { VisitLink } from "#room/features/visits/queue/visit-link.tsx";
import { hasInvoice, lastAttemptAt, type ListRow } from "./list-row.ts";
import type { ListKind, SortKey } from "./list-names.ts";
import { Moment, Names, sourceWords, Tags } from "./row-words.tsx";
import type { RowHandlers } from "./visits-row-props.ts";

export interface CellProps {
  readonly row: ListRow;
  readonly isNarrow: boolean;
  readonly now: number;
  /** What the search found of it. */
  readonly matched: string | undefined;
  readonly handlers: RowHandlers;
  readonly me: string;
  readonly tabIndex: number;
}

export interface Column {
  readonly title: string;
  /** A fixed width; the column without one takes the rest. */
  readonly width?: number;
  readonly isNumber?: boolean;
  readonly sort?: SortKey;
  readonly isFixed?: boolean;
  /** The list that has it; absent: both. */
  readonly only?: ListKind;
  readonly Cell: (props: CellProps) => ReactNode;
}

const dash = <span className="quiet">–</span>;

function State({ row: { status } }: CellProps) {
  return <StateBadge tone={status.tone}>{status.label}</StateBadge>;
}

/** On a narrow page it is the head of a block that has most of the row. */
function Visit(props: CellProps) {
  const { row, isNarrow, now, me, matched, handlers, tabIndex } = props;
  const link = <VisitLink row={row} handlers={handlers} tabIndex={tabIndex} />;
  if (!isNarrow) return link;
  const about = [row.serviceDate === undefined ? "" : showDate(row.serviceDate), holderWords(row, me, now)];
  return (
    <>
      <span className={styles.head}>
        <State {...props} />
      </span>
      {link}
      <span className="quiet">{about.map((words) => (words === "" ? "" : ` · ${words}`)).join("")}</span>
      <span className={styles.second}>
        <Tags {...{ row, now, matched, handlers, tabIndex }} />
        {row.status.words}
      </span>
    </>
  );
}

/** What is wrong; of a charged visit its invoice, which opens. */
function Issue({ row, now, matched, handlers, tabIndex }: CellProps) {
  const { words } = row.status;
  return (
    <span title={[words, matched].filter(Boolean).join(" · ")}>
      <Tags {...{ row, now, matched, handlers, tabIndex }} />
      {row.leads === "clinic" && hasInvoice(row.clinic) ? (
        <button
          type="button"
          className={styles.invoice}
          tabIndex={tabIndex}
          onClick={() => handlers.act("invoice", row.eventId)}
        >
          {words}
        </button>
      ) : (
        words
      )}
    </span>
  );
}

function Attempt({ row: { here, clinic, eventId }, now, handlers, tabIndex }: CellProps) {
  const attempt = lastAttemptAt(here);
  // The charge was no attempt of this device.
  const isPast = hasInvoice(clinic) && here?.state !== "charged";
  // A corrected version also has the attempts of the one it replaced.
  if (attempt === undefined && here?.source.kind !== "reissue") return dash;
  return (
    <button
      type="button"
      className={styles.invoice}
      tabIndex={tabIndex}
      title="All attempts to send this visit"
      onClick={() => handlers.act("attempts", here?.eventId ?? eventId)}
    >
      {attempt === undefined || isPast ? "Earlier attempts" : <Moment at={attempt} now={now} />}
    </button>
  );
}

const table = {
  state: { title: "State", width: 128, isFixed: true, Cell: State },
  visit: { title: "Visit", width: 82, sort: "visit", isFixed: true, Cell: Visit },
  waiting: {
    title: "Waiting",
    only: "clinic",
    width: 84,
    sort: "age",
    Cell: ({ row: { createdAt, state }, now }) =>
      isDone(state) ? (
        dash
      ) : (
        <time dateTime={new Date(createdAt).toISOString()} title={clinicTimes().inFull(createdAt)}>
          {waitedWords(createdAt, now)}
        </time>
      ),
  },
  service: {
    title: "Date of service",
    width: 104,
    sort: "service",
    Cell: ({ row: { serviceDate: date } }) =>
      date === undefined ? (
        <span className="quiet">No date</span>
      ) : (
        <time dateTime={date} title={date}>
          {showDate(date)}
        </time>
      ),
  },
  reason: { title: "Issue", sort: "reason", Cell: Issue },
  holder: {
    title: "Who has it",
    only: "clinic",
    width: 160,
    Cell: ({ row, me, now }) => {
      const holder = holderWords(row, me, now);
      return holder === "" ? dash : <span title={holder}>{holder}</span>;
    },
  },
  notes: {
    title: "Notes",
    only: "clinic",
    width: 58,
    isNumber: true,
    Cell: ({ row: { clinic } }) => (clinic && clinic.noteCount > 0 ? formatCount(clinic.noteCount) : dash),
  },
  practice: {
    title: "Practice",
    width: 118,
    Cell: ({ row }) => <Names kind="practice" ids={[row.practiceId]} />,
  },
  payer: { title: "Payer", width: 118, Cell: ({ row }) => <Names kind="payer" ids={row.payerIds} /> },
  provider: {
    title: "Provider",
    width: 130,
    Cell: ({ row }) => <Names kind="provider" ids={row.providerIds} />,
  },
  source: {
    title: "Source",
    only: "browser",
    width: 150,
    Cell: ({ row: { here } }) => <span className="quiet">{sourceWords(here)}</span>,
  },
  lines: {
    title: "Lines",
    width: 64,
    isNumber: true,
    sort: "lines",
    Cell: ({ row }) => formatCount(row.lineCount),
  },
  amount: {
    title: "Amount",
    width: 104,
    isNumber: true,
    sort: "amount",
    isFixed: true,
    Cell: ({ row: { amount } }) =>
      amount === undefined ? (
        <span title="The amounts can’t be added up">–</span>
      ) : (
        minorMoneyText(amount.minor, amount.currency)
      ),
  },
  tries: {
    title: "Attempts",
    only: "browser",
    width: 80,
    isNumber: true,
    Cell: ({ row }) => formatCount(row.here?.attempts.length ?? 0),
  },
  updated: {
    title: "Last update",
    width: 104,
    sort: "updated",
    Cell: ({ row, now }) => <Moment at={row.updatedAt} now={now} />,
  },
  attempt: { title: "Last attempt", width: 112, sort: "attempt", Cell: Attempt },
} satisfies Readonly<Record<string, Column>>;

export type ColumnId = keyof typeof table;
/** In their order. */
export const columns: Readonly<Record<ColumnId, Column>> = table;
