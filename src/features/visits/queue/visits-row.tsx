import { memo } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { classNames } from "#room/ui/class-names.ts";
import type { VisitsRowProps } from "./visits-row-props.ts";
import styles from "./visits-table.module.css";

/** One event of the queue. Only the active row is in the tab order, followed by its own controls. */
export const VisitsRow = memo(function VisitsRow(props: VisitsRowProps) {
  const { row, index, columns, isActive, isSelected, isMarked, handlers, measure, parts } = props;
  const { Cell, Action } = parts;
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
