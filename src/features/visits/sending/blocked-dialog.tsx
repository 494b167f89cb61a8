import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { exampleForecast } from "#room/features/visits/example-forecast.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { Blocked } from "#room/workspace/attempts/outbox-entry.ts";
import { useTake } from "#room/features/visits/shared-visit/use-take.ts";
import { blockWords } from "./plan-words.ts";

export interface BlockedDialogProps {
  readonly plan: Blocked;
  readonly eventId: string;
  readonly onClose: () => void;
  /** Sends exactly what was sent before, with the user's confirmation. */
  readonly onRepeat: () => void;
  readonly onMerge: () => void;
  /** To the visit's page, from elsewhere. */
  readonly onOpen?: () => void;
}

/** Why it was not sent, what that means for the bill, and a safe way forward. Shared by the editor and the queue. */
export function BlockedDialog({ plan, eventId, onClose, onRepeat, onMerge, onOpen }: BlockedDialogProps) {
  const { visits } = useWorkspace();
  const take = useTake();
  const { reason } = plan;
  const { title, meaning } = blockWords[reason];
  const message = reason === "example" ? exampleForecast(visits.summary(eventId)) : plan.message;
  const canRepeat = reason === "unknown-needs-word" || reason === "unknown-changed";
  const takeIt = () => {
    onClose();
    take?.one(visits.summary(eventId)?.visitId ?? "");
  };
  const way = canRepeat
    ? { label: "Send the same again", run: onRepeat }
    : reason === "to-be-merged"
      ? { label: "Merge…", run: onMerge }
      : reason === "not-taken" && take
        ? { label: "Take this visit", run: takeIt }
        : onOpen && { label: "Open visit", run: onOpen };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isRisky={canRepeat}
      onClose={onClose}
      {...(way ? { action: way } : { actions: <Button onClick={onClose}>Close</Button> })}
    >
      {canRepeat ? null : <p>{message}</p>}
      {meaning === undefined ? null : <p>{meaning}</p>}
    </Dialog>
  );
}
