import { memo, type ComponentProps } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { classNames } from "#room/ui/class-names.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { formatExactly, formatMoment, formatMoney } from "#room/features/visits/format.ts";
import type { VisitSummary } from "#room/workspace/visit-record.ts";
import type { Column } from "./columns.ts";
import { lastAttemptAt } from "./queue-view.ts";
import { situationOf } from "./situation.ts";
import styles from "./visits-table.module.css";

export type RowAction = "retry" | "withdraw" | "merge" | "invoice";

export interface RowHandlers {
  readonly toggle: (eventId: string) => void;
  readonly extendTo: (eventId: string) => void;
  readonly act: (action: RowAction, eventId: string) => void;
  readonly open: (eventId: string) => void;
  /** The row with this index is the one that the keys move from. */
  readonly activate: (index: number) => void;
}

export interface VisitsRowProps {
  readonly row: VisitSummary;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isNarrow: boolean;
  readonly now: number;
  readonly invoiceWords: string | undefined;
  readonly handlers: RowHandlers;
  /** Tells the table how high its rows are; given to one of them. */
  readonly measure: ((row: HTMLTableRowElement) => () => void) | undefined;
}

/** One event of the queue. Only the active row is in the order of the Tab key, with its own controls behind it. */
export const VisitsRow = memo(function VisitsRow(props: VisitsRowProps) {
  const { row, index, columns, isActive, isSelected, handlers, measure } = props;
  const { eventId, visitId } = row;
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      {...(measure ? { ref: measure } : {})}
      className={styles.row}
      data-index={index}
      data-event={eventId}
      data-selected={isSelected}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      onFocus={() => handlers.activate(index)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a,button,input,label")) return;
        if (event.shiftKey) handlers.extendTo(eventId);
        else if (event.ctrlKey || event.metaKey) handlers.toggle(eventId);
        else if (getSelection()?.isCollapsed !== false) handlers.open(eventId);
      }}
    >
      <td>
        <input
          type="checkbox"
          aria-label={`Select visit ${shortGuid(visitId)}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onChange={() => handlers.toggle(eventId)}
          onClick={(event) => {
            if (!event.shiftKey) return;
            event.preventDefault();
            handlers.extendTo(eventId);
          }}
        />
      </td>
      {columns.map((column) => (
        <td key={column.id} className={classNames(column.isNumber && styles.number)}>
          <Cell {...props} id={column.id} tabIndex={tabIndex} />
        </td>
      ))}
      <td>
        <Action row={row} tabIndex={tabIndex} handlers={handlers} />
      </td>
    </tr>
  );
});

type CellProps = VisitsRowProps & { readonly id: Column["id"]; readonly tabIndex: number };

function Cell({ row, id, isNarrow, now, tabIndex, invoiceWords, handlers }: CellProps) {
  const situation = situationOf(row);
  const words = invoiceWords ?? situation.words;
  const attempt = lastAttemptAt(row);
  switch (id) {
    case "state":
      return <StateBadge tone={situation.tone}>{situation.label}</StateBadge>;
    case "visit":
      return (
        <>
          {isNarrow ? <StateBadge tone={situation.tone}>{situation.label}</StateBadge> : null}
          <OpenLink
            row={row}
            handlers={handlers}
            className={styles.link}
            tabIndex={tabIndex}
            title={row.visitId}
          >
            {row.visitId === "" ? "no visit id" : shortGuid(row.visitId)}
          </OpenLink>
          {isNarrow ? <span className={styles.second}>{words}</span> : null}
        </>
      );
    case "reason":
      return invoiceWords === undefined ? (
        <span title={words}>{words}</span>
      ) : (
        <button
          type="button"
          className={styles.invoice}
          tabIndex={tabIndex}
          onClick={() => handlers.act("invoice", row.eventId)}
        >
          {words}
        </button>
      );
    case "practice":
      return (
        <span className={styles.id} title={row.practiceId}>
          {shortGuid(row.practiceId)}
        </span>
      );
    case "source":
      return <span className={styles.quiet}>{sourceWords(row)}</span>;
    case "lines":
      return row.lineCount.toLocaleString();
    case "amount":
      return row.amountMinor === undefined ? (
        <span title="Its amounts cannot be added">–</span>
      ) : (
        formatMoney(row.amountMinor, row.currency)
      );
    case "tries":
      return row.attempts.length.toLocaleString();
    case "updated":
      return <Moment at={row.updatedAt} now={now} />;
    case "attempt":
      return attempt === undefined ? (
        <span className={styles.quiet}>–</span>
      ) : (
        <Moment at={attempt} now={now} />
      );
  }
}

interface OpenLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  readonly row: VisitSummary;
  readonly handlers: RowHandlers;
}

/** A plain link: the router's own costs more to mount than all the rest of a row, and scrolling mounts dozens. */
function OpenLink({ row, handlers, children, ...props }: OpenLinkProps) {
  return (
    <a
      {...props}
      href={`/visits/${row.eventId}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        handlers.open(row.eventId);
      }}
    >
      {children}
    </a>
  );
}

function Moment({ at, now }: { at: number; now: number }) {
  return (
    <time className={styles.quiet} dateTime={new Date(at).toISOString()} title={formatExactly(at)}>
      {formatMoment(at, now)}
    </time>
  );
}

const sources = {
  new: "Typed here",
  import: "File",
  copy: "Copy",
  example: "Example",
  reissue: "New event id",
};

function sourceWords({ source }: VisitSummary): string {
  const { kind, name } = source;
  return kind === "import" && name ? name : sources[kind];
}

interface ActionProps {
  readonly row: VisitSummary;
  readonly tabIndex: number;
  readonly handlers: RowHandlers;
}

function Action({ row, tabIndex, handlers }: ActionProps) {
  if (row.state === "charged" || (row.replacedBy !== undefined && row.state !== "waiting"))
    return (
      <OpenLink row={row} handlers={handlers} className={styles.action} tabIndex={tabIndex}>
        Open
      </OpenLink>
    );
  const [action, words] = actionOf(row);
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      onClick={() => handlers.act(action, row.eventId)}
    >
      {words}
    </button>
  );
}

function actionOf(row: VisitSummary): readonly [RowAction, string] {
  if (row.hasIncoming) return ["merge", "Merge…"];
  if (row.state === "waiting") return ["withdraw", "Withdraw"];
  return ["retry", "Retry"];
}
