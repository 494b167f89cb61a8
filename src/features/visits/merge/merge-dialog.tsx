import { useState } from "react";
import { OneMerge } from "./one-merge.tsx";

export interface MergeDialogProps {
  /** The events to merge, one by one. */
  readonly eventIds: readonly string[];
  readonly onClose: () => void;
}

/** Merges drafts with newer imports of the same events: asks field by field about what both changed. */
export function MergeDialog({ eventIds, onClose }: MergeDialogProps) {
  const [done, setDone] = useState(0);
  const eventId = eventIds[done];
  const next = () => {
    if (done + 1 < eventIds.length) setDone(done + 1);
    else onClose();
  };
  if (eventId === undefined) return null;
  const count = eventIds.length > 1 ? ` (${done + 1} of ${eventIds.length})` : "";
  return (
    <OneMerge
      key={eventId}
      eventId={eventId}
      title={`Merge what came in${count}`}
      onDone={next}
      onClose={onClose}
    />
  );
}
