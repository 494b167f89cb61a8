import { useState, type ReactNode } from "react";
import { useForm, useWatch, type FieldValues, type UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { describeFailure } from "#room/api/describe-failure.ts";
import { todayHere } from "#room/api/today-here.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import styles from "./deed-dialogs.module.css";
import { dayAfter, laterDay } from "./later-day.ts";
import { useNoteDraft } from "./use-note-draft.ts";

interface DeedDialogProps<Values extends FieldValues> {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  readonly startsInField?: boolean;
  readonly onClose: () => void;
  readonly form: UseFormReturn<Values>;
  /** Closes the dialog when it is done; what it throws is said in it. */
  readonly run: (values: Values) => Promise<unknown>;
}

/** A question before a deed, which stays open with what was typed until the deed is done. */
function DeedDialog<Values extends FieldValues>({
  title,
  action,
  children,
  startsInField = false,
  onClose,
  form,
  run,
}: DeedDialogProps<Values>) {
  const [error, setError] = useState<unknown>();
  const { isSubmitting } = form.formState;
  const act = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      await run(values);
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  const words = error === undefined ? undefined : describeFailure(error);
  return (
    <Dialog
      title={title}
      isOpen
      isKept
      startsInField={startsInField}
      startsAtAction={!startsInField}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={isSubmitting} onClick={() => void act()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {words ? (
        <Banner tone="bad" role="alert" title={words.title} requestId={words.requestId}>
          {words.detail} {words.advice}
        </Banner>
      ) : null}
    </Dialog>
  );
}

interface AskProps<Answer> {
  readonly onClose: () => void;
  readonly run: (answer: Answer) => Promise<unknown>;
}

/** Tomorrow at eight, on this computer's clock. */
function morningOf(day: string): Date {
  return new Date(`${day}T08:00:00`);
}

const snoozeForm = z
  .object({ until: z.enum(["tomorrow", "day", "event"]), day: z.string() })
  .check(({ value, issues }) => {
    const message = value.until === "day" ? laterDay(value.day, todayHere()).fault : undefined;
    if (message !== undefined) issues.push({ code: "custom", input: value, path: ["day"], message });
  });
type Snooze = z.output<typeof snoozeForm>;

function instantOf({ until, day }: Snooze, today: string): string | undefined {
  if (until === "event") return undefined;
  const chosen = until === "day" ? laterDay(day, today).day : dayAfter(today);
  return wireDateTimeOf(morningOf(chosen ?? dayAfter(today)));
}

const choices = [
  ["tomorrow", "Tomorrow, 8:00 AM"],
  ["day", "Another day"],
  ["event", "When a new event comes"],
] as const;
const usualSnooze: Snooze = { until: "tomorrow", day: "" };

/** "Not now": until a day, or a new event alone. */
export function SnoozeDialog({ onClose, run }: AskProps<string | undefined>) {
  const form = useForm({ defaultValues: usualSnooze, resolver: formResolver(snoozeForm) });
  const { register, formState, control } = form;
  const isDay = useWatch({ control, name: "until" }) === "day";
  return (
    <DeedDialog
      title="Not now"
      action="Put off"
      form={form}
      onClose={onClose}
      run={(values) => run(instantOf(values, todayHere()))}
      startsInField
    >
      <fieldset className={styles.choices}>
        <legend>Put the visit off until</legend>
        {choices.map(([value, words]) => (
          <label key={value}>
            <input type="radio" value={value} {...register("until")} /> {words}
          </label>
        ))}
      </fieldset>
      {isDay ? (
        <TextField
          label="Day"
          error={formState.errors.day?.message}
          hint="For example 12/1 or 12/01/2026"
          {...register("day")}
        />
      ) : null}
      <p>It goes back to the queue, and comes up again then or with a new event.</p>
    </DeedDialog>
  );
}

const reasons = [
  "Self-pay, no charge",
  "Billed elsewhere",
  "Duplicate visit",
  "Patient left before treatment",
];

const closeForm = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Say why it isn’t charged.")),
});

export function CloseDialog({ onClose, run }: AskProps<string>) {
  const form = useForm({ defaultValues: { reason: "" }, resolver: formResolver(closeForm) });
  return (
    <DeedDialog
      title="Close without a charge"
      action="Close visit"
      form={form}
      onClose={onClose}
      run={({ reason }) => run(reason.trim())}
      startsInField
    >
      <TextField
        label="Reason"
        error={form.formState.errors.reason?.message}
        maxLength={1000}
        list="close-reasons"
        {...form.register("reason")}
      />
      <datalist id="close-reasons">
        {reasons.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
      <p>Nothing is billed for this visit. It can be reopened, and a new event opens it again.</p>
    </DeedDialog>
  );
}

interface NoteProps extends AskProps<{ readonly text: string; readonly noteId: string }> {
  readonly visitId: string;
}

export function NoteDialog({ visitId, onClose, run }: NoteProps) {
  const { form, noteId, isKept, drop } = useNoteDraft(visitId);
  return (
    <DeedDialog
      title="Add a note"
      action="Add note"
      form={form}
      onClose={onClose}
      run={({ text }) => run({ text: text.trim(), noteId }).then(drop)}
      startsInField
    >
      <TextArea
        label="Note"
        error={form.formState.errors.text?.message}
        maxLength={10_000}
        rows={5}
        hint={
          isKept
            ? "Everyone who can see this visit can read it. Notes can’t be deleted."
            : "This browser couldn’t keep what you wrote. Add the note before you leave the page."
        }
        {...form.register("text")}
      />
    </DeedDialog>
  );
}

interface TakeOverProps extends AskProps<undefined> {
  readonly by: string;
  readonly words: string;
}

export function TakeOverDialog({ by, words, onClose, run }: TakeOverProps) {
  return (
    <DeedDialog
      title={`Take over from ${by}?`}
      action="Take over"
      form={useForm()}
      onClose={onClose}
      run={() => run(undefined)}
    >
      <p>{words}</p>
      <p>
        {by} may be in the middle of it, is told at once, and keeps what was typed as a draft that can’t be
        submitted.
      </p>
    </DeedDialog>
  );
}
