import { useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import type { MarkChange } from "./mark-change.ts";
import styles from "./chosen-bar.module.css";

export const LabelDialog = lateDialog(async () => (await import("./label-dialog.tsx")).LabelDialog);

export interface ChosenBarProps {
  readonly count: number;
  readonly isArchive: boolean;
  /** False: the service keeps neither archive nor labels. */
  readonly hasAll: boolean;
  readonly labels: readonly string[];
  readonly ownLabels: readonly string[];
  onChange(change: MarkChange): void;
  onClear(): void;
}

export function ChosenBar(props: ChosenBarProps) {
  const { count, isArchive, hasAll, labels, ownLabels, onChange, onClear } = props;
  const [isLabeling, setLabeling] = useState(false);
  return (
    <div role="toolbar" aria-label="Chosen messages" className={styles.bar}>
      <span role="status" className={styles.count}>
        {count.toLocaleString()} chosen
      </span>
      {hasAll ? (
        <>
          <Button size="small" onClick={() => onChange({ isArchived: !isArchive })}>
            {isArchive ? "Move to inbox" : "Archive"}
          </Button>
          <Button size="small" onClick={() => setLabeling(true)}>
            Label…
          </Button>
        </>
      ) : null}
      <Button size="small" onClick={() => onChange({ isRead: true })}>
        Mark read
      </Button>
      <Button size="small" onClick={() => onChange({ isRead: false })}>
        Mark unread
      </Button>
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
      {isLabeling ? (
        <LabelDialog
          count={count}
          labels={labels}
          ownLabels={ownLabels}
          onChange={onChange}
          onClose={() => setLabeling(false)}
        />
      ) : null}
    </div>
  );
}
