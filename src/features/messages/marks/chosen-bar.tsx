import { useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { inboxGrid } from "#room/features/messages/inbox/inbox-grid.ts";
import type { InboxPageState } from "#room/features/messages/inbox/use-inbox-page.ts";
import { formatCount } from "#room/ui/formats.ts";
import { labelsIn, type MarkChange } from "./mark-change.ts";
import styles from "./chosen-bar.module.css";

export const LabelDialog = lateDialog(async () => (await import("./label-dialog.tsx")).LabelDialog);

/** What can be done with the chosen messages; nothing while none is. */
export function ChosenBar({ page }: { page: InboxPageState }) {
  const [isLabeling, setLabeling] = useState(false);
  const { isArchive, marks, conversations, archive } = page;
  const { ids, clear } = page.chosen;
  if (ids.size === 0) return null;
  const mark = (change: MarkChange) => marks.markAll(conversations.all([...ids]), change);
  return (
    <div role="toolbar" aria-label="Chosen messages" className={`row ${styles.bar}`}>
      <span role="status" className={styles.count}>
        {formatCount(ids.size)} chosen
      </span>
      {marks.hasAll ? (
        <>
          <Button size="small" onClick={archive}>
            {isArchive ? "Move to inbox" : "Archive"}
          </Button>
          <Button size="small" onClick={() => setLabeling(true)}>
            Label…
          </Button>
        </>
      ) : null}
      <Button size="small" onClick={() => mark({ isRead: true })}>
        Mark read
      </Button>
      <Button size="small" onClick={() => mark({ isRead: false })}>
        Mark unread
      </Button>
      <Button
        size="small"
        look="quiet"
        onClick={() => {
          clear();
          inboxGrid()?.focus();
        }}
      >
        Clear
      </Button>
      {isLabeling ? (
        <LabelDialog
          count={ids.size}
          labels={page.labels}
          ownLabels={labelsIn(page.rows.filter((row) => ids.has(row.messageId)))}
          onChange={mark}
          onClose={() => setLabeling(false)}
        />
      ) : null}
    </div>
  );
}
