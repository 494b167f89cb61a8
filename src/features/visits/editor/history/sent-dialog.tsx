import { useCallback, useMemo } from "react";
import { diffEvents } from "#room/billing/diff-events.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { DifferenceList } from "#room/features/visits/editor/correction/difference-list.tsx";
import styles from "#room/features/visits/editor/editor.module.css";

interface SentDialogProps {
  readonly eventId: string;
  readonly number: number;
  readonly onClose: () => void;
}

/** What an attempt sent, and how it differed from the previous one. */
export function SentDialog({ eventId, number, onClose }: SentDialogProps) {
  const { visits } = useWorkspace();
  const found = useAwaited(
    useCallback(() => visits.attemptContent(eventId, number), [visits, eventId, number]),
  );
  const differences = useMemo(() => found?.before && diffEvents(found.before, found.sent), [found]);
  return (
    <Dialog title={`Attempt ${number}`} onClose={onClose} width="wide">
      {differences ? (
        <>
          <h3>Changed since the previous attempt</h3>
          <DifferenceList changes={differences} />
        </>
      ) : null}
      <pre className={styles.code}>{found ? JSON.stringify(found.sent, undefined, 2) : "Loading…"}</pre>
    </Dialog>
  );
}
