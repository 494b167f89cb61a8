import type { VisitView } from "#room/contract/operations/list-visit-views.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { type ClinicSearch, readClinicSearch, writeClinicSearch } from "./clinic-search.ts";
import { typedTextOf } from "./typed-text.ts";
import { searchOf } from "./view-filter.ts";

/** What is saved of a view: what the service counts by, and the address, which says "the last 7 days" as such. */
export function savedFilterOf(filter: VisitFilter, search: ClinicSearch): VisitFilter {
  return { ...filter, address: writeClinicSearch(search) };
}

/** The view as it was saved from here; another program may have saved a filter alone. */
export function searchOfView({ filter, owner }: Pick<VisitView, "filter" | "owner">): ClinicSearch {
  const { address } = filter;
  if (typeof address !== "object" || address === null) return searchOf(filter, owner);
  return readClinicSearch(Object.fromEntries(Object.entries(address)));
}

/** Days that are counted back from today: what the service counts by the days of the saving is another number. */
export function isByToday({ age, service }: ClinicSearch): boolean {
  return (age !== "" && !age.includes("-")) || (service !== "" && !service.includes(".."));
}

/** What of a view stands in no address: the words that are searched, and the columns. */
export function openView({ filter, columns }: VisitView, workspace: Workspace): void {
  typedTextOf(workspace).set(filter.text ?? "");
  if (columns) void workspace.preferences.update((kept) => ({ ...kept, clinicColumns: columns }));
}
