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
  const shown = [
    { id: undefined, name: "Inbox", count: unread ?? 0, title: "Unread" },
    { id: "drafts", name: "Drafts", count: drafts, title: undefined },
    { id: "sent", name: "Sent", count: pending, title: "Not settled yet" },
    ...(keepsMarks() ? [{ id: "archive", name: "Archive", count: 0, title: undefined } as const] : []),
  ] as const;
  return (
    <nav aria-label="Folders">
      {shown.map(({ id, name, count, title }) => (
        <Link
          key={name}
          to="/messages"
          search={id === undefined ? {} : { folder: id }}
          className={styles.folder}
          activeProps={currentIf(folder === id)}
        >
          {name} {count > 0 ? <b title={title}>{formatCount(count)}</b> : null}
        </Link>
      ))}
    </nav>
  );
}
