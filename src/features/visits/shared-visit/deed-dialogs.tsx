import { useState, type ReactNode } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { readDate } from "#room/billing/read-date.ts";
import { todayHere } from "#room/api/today-here.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import styles from "./deed-dialogs.module.css";
import { useNoteDraft } from "./use-note-draft.ts";

interface DeedDialogProps {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  readonly startsInField?: boolean;
  readonly onClose: () => void;
  /** Closes the dialog when it is done; what it throws is said in it. False: a field says what is wrong. */
  readonly run: () => Promise<unknown> | false;
}

/** A question before a deed, which stays open with what was typed until the deed is done. */
export function DeedDialog({
  title,
  action,
  children,
  startsInField = false,
  onClose,
  run,
}: DeedDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const act = async () => {
    const deed = run();
    if (deed === false) return;
    setBusy(true);
    setError(undefined);
    try {
      await deed;
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
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
          <Button look="primary" isBusy={isBusy} onClick={() => void act()}>
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

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** "Not now": until a day, or a new event alone. */
export function SnoozeDialog({ onClose, run }: AskProps<string | undefined>) {
  const today = todayHere();
  const [choice, setChoice] = useState<"tomorrow" | "day" | "event">("tomorrow");
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const act = () => {
    if (choice === "event") return run(undefined);
    if (choice === "tomorrow") return run(wireDateTimeOf(morningOf(dayAfter(today))));
    const read = readDate(typed, today);
    const isLater = read.date !== undefined && read.date > today;
    setFault(isLater ? undefined : (read.fault ?? "Choose a day after today."));
    return isLater && read.date !== undefined ? run(wireDateTimeOf(morningOf(read.date))) : false;
  };
  const choices = [
    ["tomorrow", "Tomorrow, 8:00 AM"],
    ["day", "A day"],
    ["event", "When a new event comes"],
  ] as const;
  return (
    <DeedDialog title="Not now" action="Put off" onClose={onClose} run={act} startsInField>
      <fieldset className={styles.choices}>
        <legend>Put the visit off until</legend>
        {choices.map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name="until"
              value={value}
              checked={choice === value}
              onChange={() => setChoice(value)}
            />{" "}
            {words}
          </label>
        ))}
      </fieldset>
      {choice === "day" ? (
        <TextField
          label="Day"
          value={typed}
          error={fault}
          hint="For example 12/1 or 2026-12-01"
          onChange={(event) => setTyped(event.target.value)}
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

export function CloseDialog({ onClose, run }: AskProps<string>) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const act = () => {
    const isGiven = reason.trim() !== "";
    setFault(isGiven ? undefined : "Say why it isn’t charged.");
    return isGiven && run(reason.trim());
  };
  return (
    <DeedDialog title="Close without a charge" action="Close visit" onClose={onClose} run={act} startsInField>
      <TextField
        label="Reason"
        value={reason}
        error={fault}
        maxLength={1000}
        list="close-reasons"
        onChange={(event) => setReason(event.target.value)}
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
  const { noteId, text, isKept, write, drop } = useNoteDraft(visitId);
  const [fault, setFault] = useState<string>();
  const act = () => {
    const isGiven = text.trim() !== "";
    setFault(isGiven ? undefined : "Write the note first.");
    return isGiven && run({ text: text.trim(), noteId }).then(drop);
  };
  return (
    <DeedDialog title="Add a note" action="Add note" onClose={onClose} run={act} startsInField>
      <TextArea
        label="Note"
        value={text}
        error={fault}
        maxLength={10_000}
        rows={5}
        hint={
          isKept
            ? "Everyone who can see this visit can read it. Notes can’t be deleted."
            : "This browser couldn’t keep what you wrote. Add the note before you leave the page."
        }
        onChange={(event) => write(event.target.value)}
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
