import { serviceNow } from "#room/api/service-clock.ts";
import { BulkActionForm } from "#room/features/visits/clinic/bulk/action-fields.tsx";
import { bulkActionForm, closeReasons, noFields } from "#room/features/visits/clinic/bulk/bulk-form.ts";
import { snoozeUntil } from "#room/features/visits/clinic/bulk/snooze-times.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useForm } from "react-hook-form";
import { useTypedReason } from "#room/features/visits/typed-reason.ts";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import { useNoteDraft } from "./use-note-draft.ts";
import { type AskProps, ActionDialog } from "./action-dialog.tsx";

interface CloseProps extends AskProps<string> {
  readonly visitId: string;
  /** What was paid on it, and what to do about it; empty when nothing was. */
  readonly paid: string;
  readonly news: readonly string[];
}

export function CloseDialog({ visitId, paid, news, onClose, run }: CloseProps) {
  const { form, drop } = useTypedReason(`close ${visitId}`, "Say why it isn’t charged.");
  return (
    <ActionDialog
      title="Close without billing"
      action="Close visit"
      form={form}
      onClose={onClose}
      run={({ reason }) => run(reason.trim()).then(drop)}
      news={news}
      startsInField
    >
      <TextField label="Reason" list="close-reasons" {...fieldOf(form, "reason")} />
      <datalist id="close-reasons">
        {closeReasons.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
      <p>Nothing is billed for this visit. It can be reopened, and an update opens it again.</p>
      {paid === "" ? null : <p>{paid}</p>}
    </ActionDialog>
  );
}

interface SnoozeProps extends AskProps<string | undefined> {
  readonly news: readonly string[];
}

/** Until a time, or until a new event. */
export function SnoozeDialog({ news, onClose, run }: SnoozeProps) {
  const form = useForm({ defaultValues: noFields, resolver: formResolver(bulkActionForm("snooze")) });
  return (
    <ActionDialog
      title="Snooze visit"
      action="Snooze"
      form={form}
      onClose={onClose}
      run={({ snoozeFor, day }) => run(snoozeUntil(snoozeFor, new Date(serviceNow()), day))}
      news={news}
      startsInField
    >
      <BulkActionForm kind="snooze" form={form} />
    </ActionDialog>
  );
}

interface NoteProps extends AskProps<{ readonly text: string; readonly noteId: string }> {
  readonly visitId: string;
}

export function NoteDialog({ visitId, onClose, run }: NoteProps) {
  const { form, noteId, isKept, drop } = useNoteDraft(visitId);
  return (
    <ActionDialog
      title="Add a note"
      action="Add note"
      form={form}
      onClose={onClose}
      run={({ text }) => run({ text: text.trim(), noteId }).then(drop)}
      startsInField
    >
      <TextArea
        label="Note"
        rows={5}
        hint={
          isKept
            ? "Everyone who can see this visit can read it. Notes can’t be deleted."
            : "This browser couldn’t save what you wrote. Add the note before you leave the page."
        }
        {...fieldOf(form, "text")}
      />
    </ActionDialog>
  );
}

interface TakeOverProps extends AskProps<string> {
  readonly by: string;
  readonly words: string;
}

export function TakeOverDialog({ by, words, onClose, run }: TakeOverProps) {
  return (
    <ActionDialog
      title={`Take over from ${by}?`}
      action="Take over"
      form={useForm()}
      onClose={onClose}
      run={() => run(by)}
    >
      <p>{words}</p>
      <p>
        {by} may be working on it right now. They’ll be notified, and what they typed is kept as a draft that
        can’t be submitted.
      </p>
    </ActionDialog>
  );
}
