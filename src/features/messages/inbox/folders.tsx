import { Link } from "@tanstack/react-router";
import { keepsMarks } from "#room/features/messages/marks/mark-on-service.ts";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { useSentLetters } from "#room/features/messages/sent/use-needy-letters.ts";
import styles from "#room/features/messages/messages-page.module.css";
import { formatCount } from "#room/ui/formats.ts";

export interface FoldersProps {
  folder: "drafts" | "sent" | "archive" | undefined;
  unread: number | undefined;
}

/** The router would mark every folder as current, since all have the same path. */
function currentIf(isCurrent: boolean) {
  return { "aria-current": isCurrent ? ("page" as const) : undefined, "data-current": isCurrent };
}

export function Folders({ folder, unread }: FoldersProps) {
  const own = useOwnMessages();
  const drafts = own.filter((entry) => entry.state === "draft" || entry.state === "refused").length;
  const { needy } = useSentLetters();
  const pending = own.filter((entry) => entry.state === "waiting" || entry.queued).length + needy.length;
  return (
    <nav aria-label="Folders">
      <Link to="/messages" className={styles.folder} activeProps={currentIf(folder === undefined)}>
        Inbox {unread ? <b title="Unread">{formatCount(unread)}</b> : null}
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
      {keepsMarks() ? (
        <Link
          to="/messages"
          search={{ folder: "archive" }}
          className={styles.folder}
          activeProps={currentIf(folder === "archive")}
        >
          Archive
        </Link>
      ) : null}
    </nav>
  );
}
