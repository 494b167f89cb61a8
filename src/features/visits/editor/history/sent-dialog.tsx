import { useEffect, useState } from "react";
import { diffEvents, type Difference } from "#room/billing/diff-events.ts";
import { differenceWords } from "#room/features/names/value-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

interface SentDialogProps {
  readonly eventId: string;
  readonly number: number;
  readonly onClose: () => void;
}

/** What an attempt sent, and how it differed from the previous one. */
export function SentDialog({ eventId, number, onClose }: SentDialogProps) {
  const { visits } = useWorkspace();
  const [content, setContent] = useState<{ sent: string; differences: readonly Difference[] | undefined }>();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await visits.attemptContent(eventId, number);
      if (isOver || !found) return;
      const { sent, before } = found;
      const differences = before ? diffEvents(before, sent) : undefined;
      setContent({ sent: JSON.stringify(sent, undefined, 2), differences });
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [visits, eventId, number]);
  return (
    <Dialog title={`Attempt ${number}`} onClose={onClose} width="wide">
      {content?.differences ? (
        <>
          <h3>Changed since the previous attempt</h3>
          <ul className={styles.changes}>
            {content.differences.map((each) => (
              <li key={`${each.kind} ${each.path.join(".")}`}>{differenceWords(each)}</li>
            ))}
            {content.differences.length === 0 ? <li>No changes: the same content.</li> : null}
          </ul>
        </>
      ) : null}
      <pre className={styles.code}>{content?.sent ?? "Loading…"}</pre>
    </Dialog>
  );
}
