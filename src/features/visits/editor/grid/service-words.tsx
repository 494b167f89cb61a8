import { useCallback, useSyncExternalStore } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import { serviceName } from "#room/features/visits/editor/draft/follow-fee.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import gridStyles from "#room/ui/grid/grid.module.css";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** The clinic's own name for a line's code. */
function ServiceWords({ rowId }: { readonly rowId: string }) {
  const { visit } = useEditor();
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
    () => serviceName(visit, rowId),
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
