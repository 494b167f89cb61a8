import { Dialog } from "#room/ui/dialog.tsx";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import { ToneMark } from "#room/features/visits/editor/findings/tone-mark.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import type { FieldFinding } from "#room/features/visits/editor/validation/live-findings.ts";

interface WarningsDialogProps {
  readonly warnings: readonly FieldFinding[];
  readonly session: EditorSession;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

/** Warnings do not stop a visit; each is asked about once. */
export function WarningsDialog({ warnings, session, onClose, onSend }: WarningsDialogProps) {
  return (
    <Dialog
      title={
        warnings.length === 1 ? "Send with this warning?" : `Send with these ${warnings.length} warnings?`
      }
      role="alertdialog"
      onClose={onClose}
      width="wide"
      action={{ label: "Send anyway", run: onSend, cancel: "Go back" }}
      isRisky
    >
      <ul className={styles.list}>
        {[...bySentence(warnings)].map(([message, items]) => (
          <li key={message}>
            <ToneMark tone="warn" />
            <div>
              {message}
              <small>{placesOf(items, session)}</small>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Groups warnings with the same sentence, so that it appears once. */
function bySentence(warnings: readonly FieldFinding[]): ReadonlyMap<string, readonly FieldFinding[]> {
  const groups = new Map<string, FieldFinding[]>();
  for (const each of warnings) {
    const { message } = each.finding;
    const group = groups.get(message);
    if (group) group.push(each);
    else groups.set(message, [each]);
  }
  return groups;
}

const few = 4;

/** "Charge 1, Payer; Charge 2, Payer": where a warning applies, and how many more places there are. */
function placesOf(items: readonly FieldFinding[], session: EditorSession): string {
  const names = items.slice(0, few).map(({ place }) => session.whereOf(place));
  return `${names.join("; ")}${items.length > few ? ` and ${items.length - few} more` : ""}`;
}
