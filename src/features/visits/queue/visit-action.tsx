import { actionOf } from "./row-action.ts";
import type { ActionProps } from "./visits-row-props.ts";
import styles from "./visits-table.module.css";
import { OpenLink } from "./visit-link.tsx";

/** The action of an event in its row. */
export function Action({ row, tabIndex, handlers }: ActionProps) {
  const offered = actionOf(row);
  if (offered === undefined)
    return (
      <OpenLink row={row} handlers={handlers} className={styles.action} tabIndex={tabIndex}>
        Open
      </OpenLink>
    );
  const [action, words] = offered;
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
