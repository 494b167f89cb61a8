import { Link } from "@tanstack/react-router";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import styles from "#room/features/messages/messages-page.module.css";

export interface FoldersProps {
  folder: "drafts" | "sent" | undefined;
  unread: number | undefined;
}

/** The router would mark every folder as current, since all have the same path. */
function currentIf(isCurrent: boolean) {
  return { "aria-current": isCurrent ? ("page" as const) : undefined, "data-current": isCurrent };
}

/** Inbox, Drafts and Sent, with their counts. */
export function Folders({ folder, unread }: FoldersProps) {
  const own = useOwnMessages();
  const drafts = own.filter((entry) => entry.state === "draft" || entry.state === "refused").length;
  const pending = own.filter((entry) => entry.state === "waiting" || entry.state === "unknown").length;
  return (
    <nav aria-label="Folders">
      <Link to="/messages" className={styles.folder} activeProps={currentIf(folder === undefined)}>
        Inbox {unread ? <b title="Unread">{unread.toLocaleString()}</b> : null}
      </Link>
      <Link
        to="/messages"
        search={{ folder: "drafts" }}
        className={styles.folder}
        activeProps={currentIf(folder === "drafts")}
      >
        Drafts {drafts > 0 ? <b>{drafts}</b> : null}
      </Link>
      <Link
        to="/messages"
        search={{ folder: "sent" }}
        className={styles.folder}
        activeProps={currentIf(folder === "sent")}
      >
        Sent {pending > 0 ? <b title="Not settled yet">{pending}</b> : null}
      </Link>
    </nav>
  );
}
