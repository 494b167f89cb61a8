import { auditActionWords } from "./audit-action-words.ts";
import type { AuditEntryRow } from "#room/contract/operations/list-audit-entries.ts";
import { formatToSecond } from "#room/ui/formats.ts";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import styles from "./trail.module.css";

/** A wire instant (UTC) in local time. */
function timeText(at: string): string {
  return formatToSecond(new Date(`${at.slice(0, 19)}Z`));
}

export function TrailTable({ entries }: { readonly entries: readonly AuditEntryRow[] }) {
  return (
    <Table
      look="cards"
      label="Audit log"
      heads={["No.", "When", "Who", "What", "To what", "From address", "Session"]}
    >
      {entries.map((entry) => (
        <tr key={entry.seq}>
          <td className={table.id}>{entry.seq}</td>
          <td className={styles.time}>{timeText(entry.at)}</td>
          <td>{entry.actor ?? <span className={table.quiet}>unknown</span>}</td>
          <td>{auditActionWords(entry.action)}</td>
          <td className={styles.subject}>{entry.subject}</td>
          <td className={table.id} data-label="From">
            {entry.remoteAddress}
          </td>
          <td className={table.id} data-label="Session">
            {entry.session}
          </td>
        </tr>
      ))}
    </Table>
  );
}
