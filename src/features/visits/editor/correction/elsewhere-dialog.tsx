import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { correctionsOf, DifferenceList } from "./difference-list.tsx";

interface ElsewhereProps {
  /** The service can correct charges: the user may not. */
  readonly isOffered: boolean;
  readonly charged: DraftEvent;
  readonly draft: DraftEvent;
  readonly onClose: () => void;
  /** Begins a draft of what changes, which is never sent. */
  readonly onType?: () => void;
}

/** Where, or by whom, a charge is corrected when it cannot be from here, with the difference to hand over. */
export function ElsewhereDialog({ isOffered, charged, draft, onClose, onType }: ElsewhereProps) {
  const changes = correctionsOf(charged, draft);
  return (
    <Dialog
      title="Correct this charge"
      width="wide"
      onClose={onClose}
      actions={
        <>
          {changes.length > 0 ? <Button onClick={() => print()}>Print</Button> : null}
          {onType ? <Button onClick={onType}>Type what changes</Button> : null}
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>
        {isOffered
          ? "You don’t have permission to correct charges. Leads and administrators do: ask one of them to open this visit and correct it."
          : "This service can’t correct a charge from here. Its billing office has to: call them with the visit ID and what changes."}
      </p>
      {charged.visitCharged?.visitId ? <p>Visit {charged.visitCharged.visitId}</p> : null}
      <p>Don’t start a new visit for it: that would bill the visit twice.</p>
      {changes.length > 0 ? (
        <div data-print="itself">
          <DifferenceList label="What changes" changes={changes} />
        </div>
      ) : null}
    </Dialog>
  );
}
