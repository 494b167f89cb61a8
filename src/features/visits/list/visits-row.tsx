import { showDate } from "#room/billing/show-date.ts";
import { holderOf, isSameUser, isWithAnother } from "#room/workspace/visits/claim.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { isUnderWay, type ListRow } from "./list-row.ts";
import type { RowAction } from "./visits-row-props.ts";
import { memo } from "react";
import { visitName } from "#room/features/visits/visit-name.ts";
import { classNames } from "#room/ui/class-names.ts";
import type { ShownColumn } from "./column-choice.ts";
import type { CellProps } from "./columns.tsx";
import styles from "#room/features/visits/queue/visits-table.module.css";
import { OpenLink } from "#room/features/visits/queue/visit-link.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** The action of a row's button, and its label; undefined when it can only be opened. */
export function actionOf(row: VisitSummary): readonly [RowAction, string] | undefined {
  if (row.state === "charged" || (row.replacedBy !== undefined && row.state !== "waiting")) return undefined;
  if (row.hasIncoming) return ["merge", "Merge…"];
  if (row.state === "waiting") return ["withdraw", "Withdraw"];
  if (row.attempts.length > 0) return ["retry", "Retry"];
  // It asks why, beside the difference.
  if (row.source.corrects) return undefined;
  return ["retry", isExample(row) ? "Try" : "Send"];
}

/** What a row's button does: continue what this browser started, take a free visit, otherwise open it. */
export function wayOf(
  { clinic, here, leads }: ListRow,
  me: string,
  now: number,
): "own" | "take" | "go on" | "open" {
  const isOpen = clinic?.state === "withheld" || clinic?.state === "refused";
  const isOurs = leads === "browser" || (isOpen && here?.eventId === clinic.eventId);
  const isBlocked = !!clinic && !isUnderWay(here) && isWithAnother(clinic, me, now);
  if (here && isOurs) return actionOf(here) && !isBlocked ? "own" : "open";
  if (!isOpen) return "open";
  const holder = holderOf(clinic, now);
  if (!holder) return "take";
  return isSameUser(holder.by, me) ? "go on" : "open";
}

interface VisitsRowProps extends Omit<CellProps, "me" | "tabIndex"> {
  readonly index: number;
  readonly columns: readonly ShownColumn[];
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Changed since it was shown. */
  readonly isMarked: boolean;
  /** Reports the row height to the table; given to one row. */
  readonly measure: ((row: HTMLTableRowElement) => () => void) | undefined;
}

/** One visit of a list. Only the active row is in the tab order, followed by its own controls. */
export const VisitsRow = memo(function VisitsRow(props: VisitsRowProps) {
  const { row, index, columns, isActive, isSelected, isMarked, handlers, measure } = props;
  const me = useWorkspace().userName;
  const { eventId, visitId } = row;
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      {...(measure ? { ref: measure } : {})}
      className={styles.row}
      data-index={index}
      data-event={eventId}
      data-selected={isSelected}
      data-changed={isMarked || undefined}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      onFocus={() => handlers.activate(eventId)}
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
          aria-label={`Select visit ${visitName(visitId, row.clinic)}`}
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
      {columns.map(({ id, isNumber, Cell }) => (
        <td key={id} className={classNames(isNumber && styles.number)}>
          <Cell {...props} me={me} tabIndex={tabIndex} />
        </td>
      ))}
      <td>
        <Action row={row} me={me} now={props.now} tabIndex={tabIndex} handlers={handlers} />
      </td>
    </tr>
  );
});

/** Heard alone, a button says which visit it is about. */
function spoken(words: string | undefined, { visitId, clinic, serviceDate }: ListRow): string {
  const date = serviceDate === undefined ? "" : `, ${showDate(serviceDate)}`;
  return `${words} ${visitName(visitId, clinic)}${date}`;
}

function Action({ row, me, now, tabIndex, handlers }: Omit<CellProps, "isNarrow" | "matched">) {
  const way = wayOf(row, me, now);
  const own = way === "own" && row.here ? actionOf(row.here) : undefined;
  const [action, words] = own ?? (way === "take" ? (["take", "Take"] as const) : []);
  if (action === undefined)
    return (
      <OpenLink
        row={row}
        handlers={handlers}
        className={styles.action}
        tabIndex={tabIndex}
        aria-label={spoken(way === "go on" ? "Go on" : "Open", row)}
      >
        {way === "go on" ? "Go on" : "Open"}
      </OpenLink>
    );
  const { eventId } = own && row.here ? row.here : row;
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      aria-label={spoken(words, row)}
      onClick={() => handlers.act(action, eventId)}
    >
      {words}
    </button>
  );
}
