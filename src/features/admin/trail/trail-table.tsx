import type { AuditEntryRow } from "#room/contract/operations/list-audit-entries.ts";
import { classNames } from "#room/ui/class-names.ts";
import { formatToSecond } from "#room/ui/formats.ts";
import table from "#room/ui/table.module.css";
import styles from "./trail.module.css";

/** A wire instant (UTC) in local time. */
function timeText(at: string): string {
  return formatToSecond(new Date(`${at.slice(0, 19)}Z`));
}

export function TrailTable({ entries }: { readonly entries: readonly AuditEntryRow[] }) {
  return (
    <div className={classNames(table.scroll, table.cards)}>
      <table className={table.table} aria-label="Audit trail">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">To what</th>
            <th scope="col">From address</th>
            <th scope="col">Session</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td className={table.id}>{entry.seq}</td>
              <td className={styles.time}>{timeText(entry.at)}</td>
              <td>{entry.actor ?? <span className={table.quiet}>nobody known</span>}</td>
              <td>{entry.action}</td>
              <td className={styles.subject}>{entry.subject}</td>
              <td className={table.id} data-label="From">
                {entry.remoteAddress}
              </td>
              <td className={table.id} data-label="Session">
                {entry.session}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
