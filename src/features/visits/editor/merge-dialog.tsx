import { useState } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { describeValue } from "#room/billing/field-names.ts";
import { mergeEvents, resolveMerge } from "#room/billing/merge-events.ts";
import { useWorkspace } from "#room/features/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import type { VisitRecord } from "#room/workspace/visit-record.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./editor.module.css";

interface MergeDialogProps {
  readonly record: VisitRecord<DraftEvent>;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** A draft and a newer import brought together: what only one side changed is taken, the rest is asked for here. */
export function MergeDialog({ record, onClose, onMerged }: MergeDialogProps) {
  const { visits } = useWorkspace();
  const { saver, visit } = useEditor();
  const [merge] = useState(() => {
    const mine = visit.event();
    return mergeEvents(record.imported ?? mine, mine, record.incoming ?? mine);
  });
  const [theirs, setTheirs] = useState<ReadonlySet<number>>(new Set());
  const choose = (index: number, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(index);
    else next.delete(index);
    setTheirs(next);
  };
  const apply = async () => {
    const chosen = new Map([...theirs].map((index) => [index, "theirs"] as const));
    await saver.flush();
    await visits.resolveMerge(record.eventId, resolveMerge(merge, chosen));
    toast({ title: "Merged", detail: "The newer import is what the draft is compared with from now on." });
    onMerged();
    onClose();
  };
  return (
    <Dialog
      title="Bring the two versions together"
      isOpen
      onClose={onClose}
      width="huge"
      actions={
        <>
          <Button onClick={onClose}>Later</Button>
          <Button look="primary" onClick={() => void apply()}>
            Use this
          </Button>
        </>
      }
    >
      {merge.conflicts.length === 0 ? (
        <p>Nothing was changed on both sides. All changes of both are kept.</p>
      ) : (
        <p>Everything that only one side changed is kept. These places were changed on both:</p>
      )}
      {merge.conflicts.map((conflict, index) => (
        <fieldset key={conflict.place} className={styles.conflict}>
          <legend>{conflict.place}</legend>
          <span className={styles.quiet}>was {describeValue(conflict.base)}</span>
          {(["mine", "theirs"] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`conflict-${index}`}
                checked={theirs.has(index) === (side === "theirs")}
                onChange={() => choose(index, side === "theirs")}
              />
              {side === "mine" ? "Your draft: " : "The newer import: "}
              {describeValue(conflict[side])}
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
