import { Dialog } from "#room/ui/dialog.tsx";
import { ComposerView } from "./composer-view.tsx";

export interface ComposerDialogProps {
  draftId: string;
  onClose(): void;
  onNew(): void;
}

/** The composer over any page. Closing it keeps the draft, and sending closes it. */
export function ComposerDialog({ draftId, onClose, onNew }: ComposerDialogProps) {
  return (
    <Dialog isOpen width="wide" title="New message" isKept losesTyped={false} onClose={onClose}>
      <ComposerView draftId={draftId} onClose={onClose} onNew={onNew} onQueued={onClose} />
    </Dialog>
  );
}
