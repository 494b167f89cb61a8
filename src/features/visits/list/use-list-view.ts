import { useNavigate } from "@tanstack/react-router";
import { useMemo, useSyncExternalStore } from "react";
import { route } from "#room/features/visits/queue/visits-route.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { SortKey } from "./list-names.ts";
import type { ListShape, ListSearch } from "./list-search.ts";
import { typedTextOf } from "./typed-text.ts";
import { useColumnsOf } from "./use-columns-of.ts";
import { isNarrowed, noFilters } from "./visit-filters.ts";

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
