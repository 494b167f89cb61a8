import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useMay } from "#room/api/account.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { VisitView } from "#room/contract/operations/visit-views.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { refusalWords } from "./refusal-words.ts";
import type { ClinicView } from "./use-clinic-view.ts";
import { savedFilterOf } from "./view-address.ts";

interface SaveViewProps {
  readonly view: ClinicView;
  readonly views: readonly VisitView[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export const viewForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Give the view a name."), atMost(100)),
  isShared: z.boolean(),
});
const noName = { name: "", isShared: false };

/** Saves the list as it is now. A view that is replaced stays shared, or one's own. */
export function SaveView({ view, views, onClose, onSaved }: SaveViewProps) {
  const form = useForm({ defaultValues: noName, resolver: formResolver(viewForm) });
  const { register, setError, formState, control } = form;
  const mayShare = useMay("share-views");
  const name = useWatch({ control, name: "name" });
  const known = views.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  const save = form.handleSubmit(async ({ isShared }) => {
    try {
      await callOperation("saveVisitView", {
        viewId: known?.viewId ?? guidFromUuid(crypto.randomUUID()),
        name: name.trim(),
        filter: savedFilterOf(view.filter, view.search),
        columns: view.columns.wide.map(({ id }) => id),
        isShared: known?.isShared ?? isShared,
      });
      toast({ title: `View “${name.trim()}” was saved` });
      onSaved();
    } catch (error) {
      setError("name", { message: refusalWords(error) }, { shouldFocus: true });
    }
  });
  return (
    <Dialog
      title="Save this view"
      startsInField
      onClose={onClose}
      action={{ label: known ? "Replace" : "Save", run: () => void save(), isBusy: formState.isSubmitting }}
    >
      <TextField
        label="Name"
        hint="Saves the filters, search, order and columns. Don’t use a patient’s name."
        {...fieldOf(form, "name")}
      />
      {known?.isShared ? <p>Everybody sees this view.</p> : null}
      {mayShare && !known ? <Checkbox label="Everybody sees it" {...register("isShared")} /> : null}
    </Dialog>
  );
}
