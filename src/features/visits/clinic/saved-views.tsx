import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useMay } from "#room/api/account.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { VisitView } from "#room/contract/operations/list-visit-views.ts";
import { atMost } from "#room/features/forms/at-most.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { MenuItem, MenuSection } from "#room/ui/menu.tsx";
import { Menu } from "#room/ui/menu.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { clinicColumns } from "./clinic-columns.ts";
import { refusalWords } from "./refusal-words.ts";
import type { ClinicView } from "./use-clinic-view.ts";
import { type CountedView, savedViewsQuery, useSavedViews } from "./use-saved-views.ts";
import { openView, savedFilterOf } from "./view-address.ts";

/** The saved views, own and shared, with their counts; and saving the current one. */
export function SavedViews({ view }: { readonly view: ClinicView }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const hasViews = useServiceConfig().extensions.includes("listVisitViews");
  const [isSaving, setSaving] = useState(false);
  const views = useSavedViews();
  const renew = () => client.invalidateQueries({ queryKey: savedViewsQuery().queryKey });
  const remove = async ({ viewId, name }: VisitView) => {
    try {
      await callOperation("removeVisitView", { viewId }).catch((error: unknown) => {
        // Another tab was faster.
        if (!(error instanceof OperationRefused) || error.code !== "ViewNotFound") throw error;
      });
      toast({ title: `View “${name}” was removed` });
    } catch (error) {
      toast({ title: `View “${name}” was not removed`, detail: refusalWords(error), tone: "bad" });
    }
    await renew();
  };
  const itemOf = ({ view: each, search, count }: CountedView): MenuItem => ({
    id: each.viewId,
    label: each.isOwn ? each.name : `${each.name} (${each.owner})`,
    run: () => {
      openView(each, workspace);
      view.change(search);
    },
    ...(count === "" ? {} : { detail: count }),
  });
  const own = views.filter(({ view: { isOwn } }) => isOwn);
  const shared = views.filter(({ view: { isOwn } }) => !isOwn);
  const sections: MenuSection[] = [
    ...(own.length > 0 ? [{ title: "Your views", items: own.map(itemOf) }] : []),
    ...(shared.length > 0 ? [{ title: "Shared views", items: shared.map(itemOf) }] : []),
    ...(hasViews ? [{ items: [{ id: "save", label: "Save this view…", run: () => setSaving(true) }] }] : []),
    columnsSection(view),
    ...(own.length > 0
      ? [
          {
            title: "Remove",
            items: own.map(({ view: each }) => ({
              id: `remove ${each.viewId}`,
              label: each.name,
              isDanger: true,
              run: () => void remove(each),
            })),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu label="Views" sections={sections} />
      {isSaving ? (
        <SaveView
          view={view}
          views={own.map((each) => each.view)}
          onClose={() => setSaving(false)}
          onSaved={() => {
            setSaving(false);
            void renew();
          }}
        />
      ) : null}
    </>
  );
}

function columnsSection({ columns, toggleColumn }: ClinicView): MenuSection {
  return {
    title: "Columns",
    selection: "multiple",
    items: clinicColumns
      .filter((column) => column.isFixed !== true)
      .map(({ id, title }) => ({
        id,
        label: title,
        isChecked: columns.wide.some((column) => column.id === id),
        run: () => toggleColumn(id),
      })),
  };
}

interface SaveViewProps {
  readonly view: ClinicView;
  /** Replaces one of the same name. */
  readonly views: readonly VisitView[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const viewForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Give the view a name."), atMost(100)),
  isShared: z.boolean(),
});
const noName = { name: "", isShared: false };

function SaveView({ view, views, onClose, onSaved }: SaveViewProps) {
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
        isShared,
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
        error={formState.errors.name?.message}
        {...register("name")}
      />
      {mayShare ? <Checkbox label="Everybody sees it" {...register("isShared")} /> : null}
    </Dialog>
  );
}
