import { useState, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Failed } from "#room/features/parts/failed.tsx";
import { failedActionWords } from "#room/features/visits/clinic/refusal-words.ts";
import { Dialog } from "#room/ui/dialog.tsx";

interface ActionDialogProps<Values extends FieldValues> {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  readonly look?: "danger";
  readonly startsInField?: boolean;
  /** What others did since it opened. */
  readonly news?: readonly string[];
  readonly onClose: () => void;
  readonly form: UseFormReturn<Values>;
  /** The dialog closes on success, and shows what it throws. */
  readonly run: (values: Values) => Promise<unknown>;
}

/** A dialog before an action, which stays open with its input until the action succeeds. */
export function ActionDialog<Values extends FieldValues>({
  title,
  action,
  look,
  children,
  startsInField = false,
  news = [],
  onClose,
  form,
  run,
}: ActionDialogProps<Values>) {
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
  return (
    <Dialog
      title={title}
      isKept
      losesTyped={false}
      startsInField={startsInField}
      startsAtAction={!startsInField}
      onClose={onClose}
      action={{ label: action, run: () => void act(), isBusy: isSubmitting, ...(look && { look }) }}
    >
      {children}
      <div role="status">
        {news.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <Failed error={error} wordsOf={failedActionWords} />
    </Dialog>
  );
}

export interface AskProps<Answer> {
  readonly onClose: () => void;
  readonly run: (answer: Answer) => Promise<unknown>;
}
