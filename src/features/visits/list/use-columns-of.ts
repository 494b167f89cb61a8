import { useMemo } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import type { MenuSection } from "#room/features/parts/menu.tsx";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type ColumnChoice, columnsFor, columnsOf, unusedOf } from "./column-choice.ts";
import type { ColumnId } from "./columns.tsx";
import type { ListKind } from "./list-names.ts";

const preferenceOf = { clinic: "clinicColumns", browser: "visitColumns" } as const;

/** The columns of a list as its user chose them, and the part of a menu in which they are chosen. */
export function useColumnsOf(kind: ListKind): {
  readonly columns: ColumnChoice;
  readonly columnsMenu: MenuSection;
} {
  const { preferences } = useWorkspace();
  const name = preferenceOf[kind];
  const { [name]: kept } = useKept(preferences);
  const names = useNames();
  const columns = useMemo(
    () => columnsFor(kind, kept, kind === "clinic" ? unusedOf(names) : []),
    [kind, kept, names],
  );
  const toggle = (id: ColumnId) => {
    const ids = columns.wide.map((column) => column.id);
    const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
    void preferences.update((before) => ({ ...before, [name]: next }));
  };
  const columnsMenu: MenuSection = {
    title: "Columns",
    selection: "multiple",
    items: columnsOf(kind)
      .filter((column) => column.isFixed !== true)
      .map(({ id, title }) => ({
        id,
        label: title,
        isChecked: columns.wide.some((column) => column.id === id),
        run: () => toggle(id),
      })),
  };
  return { columns, columnsMenu };
}
