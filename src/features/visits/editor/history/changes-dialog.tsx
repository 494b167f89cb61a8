import { useState } from "react";
import { diffEvents } from "#room/billing/diff-events.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { DifferenceList } from "#room/features/visits/editor/correction/difference-list.tsx";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

interface ChangesDialogProps {
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

export function ChangesDialog({ record, isReadOnly, onClose }: ChangesDialogProps) {
  const { visit } = useEditor();
  const [changes] = useState(() => diffEvents(record.imported ?? record.event, visit.event()));
  const putBack = () => {
    if (record.imported) adoptEvent(visit, record.imported, "Revert to the imported version");
    onClose();
  };
  return (
    <Dialog
      title="Changes made here"
      onClose={onClose}
      width="wide"
      actions={
        <>
          <Button look="danger" disabled={isReadOnly} onClick={putBack}>
            Revert all changes
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <DifferenceList changes={changes} />
      {isReadOnly ? null : <p className="quiet small">You can undo this to get your changes back.</p>}
    </Dialog>
  );
}
