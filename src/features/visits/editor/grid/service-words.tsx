import { useCallback, useSyncExternalStore } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import gridStyles from "#room/ui/grid/grid.module.css";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** The clinic's own name for a line's code. */
function ServiceWords({ rowId }: { readonly rowId: string }) {
  const { visit } = useEditor();
  const names = useNames();
  const code = useSyncExternalStore(
    useCallback(
      (listener) =>
        visit.subscribe(({ cells, lists }) => {
          const isOfCode = cells.some(
            (place) => "list" in place && place.rowId === rowId && place.member === "cpt",
          );
          if (isOfCode || lists.length > 0) listener();
        }),
      [visit, rowId],
    ),
    () => visit.text({ list: "charges", rowId, member: "cpt" }),
  );
  const words = names.fees.descriptionOf(code);
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
