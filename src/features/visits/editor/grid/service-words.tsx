import { useCallback, useSyncExternalStore } from "react";
import type { Facts } from "#room/billing/facts.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { serviceName } from "#room/features/visits/editor/draft/follow-fee.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import gridStyles from "#room/ui/grid/grid.module.css";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** What a line's code means: the clinic's own name for it, else what the loaded lists say. */
export function serviceWords(visit: VisitDraft, rowId: string, { procedureChecks }: Facts) {
  const code = visit.text({ list: "charges", rowId, member: "cpt" });
  return serviceName(visit, rowId) ?? procedureChecks?.byCode.get(code)?.description ?? undefined;
}

function ServiceWords({ rowId }: { readonly rowId: string }) {
  const { visit, findings } = useEditor();
  const facts = useSignal(findings.facts);
  // Again when the clinic's names have loaded.
  useNames();
  const words = useSyncExternalStore(
    useCallback(
      (listener) =>
        visit.subscribe(({ cells, lists }) => {
          const isOfLine = cells.some((place) => !("list" in place) || place.rowId === rowId);
          if (isOfLine || lists.length > 0) listener();
        }),
      [visit, rowId],
    ),
    () => serviceWords(visit, rowId, facts),
  );
  return (
    <span className={gridStyles.shown} title={words}>
      {words}
    </span>
  );
}

export const serviceColumn: GridColumn = {
  member: "service",
  title: "Service",
  width: 130,
  Show: ServiceWords,
};
