import { useForm } from "react-hook-form";
import { useMay } from "#room/api/account.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import type { VisitView } from "#room/contract/operations/visit-views.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { refusalWords } from "./refusal-words.ts";
import { viewForm } from "./save-view.tsx";

export interface ChangeViewProps {
  readonly view: VisitView;
  /** Reads the views again. */
  readonly renew: () => void;
  readonly onClose: () => void;
}

function put({ viewId, name, filter, columns, isShared }: VisitView) {
  return callOperation("saveVisitView", { viewId, name, filter, columns, isShared });
}

/** Renames, shares or removes one of the user's own saved views; its filter stays. */
export function ChangeView({ view, renew, onClose }: ChangeViewProps) {
  const mayShare = useMay("share-views");
  const form = useForm({
    defaultValues: { name: view.name, isShared: view.isShared === true },
    resolver: formResolver(viewForm),
  });
  const { setError } = form;
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      onClose();
    } catch (error) {
      setError("name", { message: refusalWords(error) }, { shouldFocus: true });
    }
    renew();
  };
  const save = form.handleSubmit((values) =>
    run(() => put({ ...view, ...values, name: values.name.trim() })),
  );
  const putBack = () =>
    void put(view)
      .catch((error: unknown) =>
        toast({ title: `View “${view.name}” is still removed`, detail: refusalWords(error), tone: "bad" }),
      )
      .finally(renew);
  const remove = async () => {
    await callOperation("removeVisitView", { viewId: view.viewId }).catch((error: unknown) => {
      // Another tab was faster.
      if (!(error instanceof OperationRefused) || error.code !== "ViewNotFound") throw error;
    });
    toast({ title: `View “${view.name}” was removed`, action: { label: "Undo", run: putBack } });
  };
  return (
    <Dialog
      title={`View “${view.name}”`}
      startsInField
      onClose={onClose}
      actions={
        <>
          <Button look="danger" onClick={() => void run(remove)}>
            Remove
          </Button>
          <Button look="primary" isBusy={form.formState.isSubmitting} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" hint="Don’t use a patient’s name." {...fieldOf(form, "name")} />
      {mayShare ? <Checkbox label="Everybody sees it" {...form.register("isShared")} /> : null}
    </Dialog>
  );
}
