import { Dialog } from "#room/ui/dialog.tsx";

export interface LeaveDialogProps {
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

export function LeaveDialog({ onClose, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      onClose={onClose}
      action={{ label: "Leave", look: "danger", run: onLeave, cancel: "Stay" }}
    >
      What you changed on this page isn’t saved.
    </Dialog>
  );
}
