import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { VisitView } from "#room/contract/operations/visit-views.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { openView } from "./view-address.ts";
import { Menu, type MenuItem, type MenuSection } from "#room/features/parts/menu.tsx";
import { savedViewsQuery, useSavedViews, type CountedView } from "./use-saved-views.ts";
import type { ClinicView } from "./use-clinic-view.ts";

const ChangeView = lateDialog(async () => (await import("./change-view.tsx")).ChangeView);
const SaveView = lateDialog(async () => (await import("./save-view.tsx")).SaveView);

/** The saved views, own and shared, with their counts; and saving the current one. */
export function SavedViews({ view }: { readonly view: ClinicView }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const hasViews = useServiceConfig().extensions.includes("listVisitViews");
  const [isSaving, setSaving] = useState(false);
  const [changing, setChanging] = useState<VisitView>();
  const views = useSavedViews();
  const renew = () => client.invalidateQueries({ queryKey: savedViewsQuery().queryKey });
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
    view.columnsMenu,
    ...(own.length > 0
      ? [
          {
            title: "Rename, share or remove",
            items: own.map(({ view: each }) => ({
              id: `change ${each.viewId}`,
              label: `${each.name}…`,
              run: () => setChanging(each),
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
      {changing ? (
        <ChangeView view={changing} renew={() => void renew()} onClose={() => setChanging(undefined)} />
      ) : null}
    </>
  );
}
