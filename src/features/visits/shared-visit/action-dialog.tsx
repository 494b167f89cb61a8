import { useState, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";

interface ActionDialogProps<Values extends FieldValues> {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  readonly startsInField?: boolean;
  readonly onClose: () => void;
  readonly form: UseFormReturn<Values>;
  /** The dialog closes on success, and shows what it throws. */
  readonly run: (values: Values) => Promise<unknown>;
}

/** A dialog before an action, which stays open with its input until the action succeeds. */
export function ActionDialog<Values extends FieldValues>({
  title,
  action,
  children,
  startsInField = false,
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

export interface AskProps<Answer> {
  readonly onClose: () => void;
  readonly run: (answer: Answer) => Promise<unknown>;
}
