import { useNavigate } from "@tanstack/react-router";
import { useMemo, useSyncExternalStore } from "react";
import { route } from "#room/features/visits/queue/visits-route.ts";
import { useWorkspace, useKept } from "#room/features/workspace/workspace-context.ts";
import type { SortKey, ListKind } from "./list-names.ts";
import type { ListShape, ListSearch } from "./list-search.ts";
import { typedTextOf } from "./typed-text.ts";
import { isNarrowed, noFilters } from "./visit-filters.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { MenuSection } from "#room/features/parts/menu.tsx";
import { type ColumnChoice, columnsFor, columnsOf, unusedOf } from "./column-choice.ts";
import type { ColumnId } from "./columns.tsx";

const preferenceOf = { clinic: "clinicColumns", browser: "visitColumns" } as const;

/** The columns of a list as its user chose them, and the part of a menu in which they are chosen. */
function useColumnsOf(kind: ListKind): {
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

/** What a list shows, by its address, the typed words and its columns, and how that is changed. */
export function useListView<Tab extends string, Sort extends SortKey>(shape: ListShape<Tab, Sort>) {
  const navigate = useNavigate();
  const address = route.useSearch();
  const text = typedTextOf(useWorkspace());
  const typed = useSyncExternalStore(text.subscribe, text.get);
  const search = useMemo(() => shape.read(address), [shape, address]);
  const change = (part: Partial<ListSearch<Tab, Sort>>) => {
    const next = shape.write({ ...search, ...part });
    // Back leads to what was shown before; in another order it is the same.
    void navigate({
      to: "/visits",
      search: { in: address.in, ...next },
      replace: "sort" in part && !("tab" in part),
    });
  };
  return {
    search,
    typed,
    isNarrowed: typed.trim() !== "" || isNarrowed(search),
    ...useColumnsOf(shape.kind),
    change,
    type: text.set,
    clear: () => {
      text.set("");
      change(noFilters);
    },
  };
}
