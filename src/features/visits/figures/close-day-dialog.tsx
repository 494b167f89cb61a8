import { Failed } from "#room/features/parts/failed.tsx";
import { Dialog } from "#room/ui/dialog.tsx";

interface CloseDayDialogProps {
  /** Which day and whose, in words. */
  readonly day: string;
  readonly of: string;
  readonly isOver: boolean;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onDo: () => void;
  readonly onClose: () => void;
}

export function CloseDayDialog({ day, of, isOver, error, isBusy, onDo, onClose }: CloseDayDialogProps) {
  return (
    <Dialog
      title={`Close ${day}?`}
      role="alertdialog"
      isRisky
      onClose={onClose}
      action={{ label: "Close the day", run: onDo, isBusy }}
    >
      <Failed error={error} />
      {isOver ? null : <p>This day isn’t over yet.</p>}
      <p>
        The day sheets of {of} are kept as they are now, by day charged and by date of service. Visits can
        still be charged; they are then listed as charged after closing.
      </p>
      <p>A closed day can’t be opened again.</p>
    </Dialog>
  );
}
