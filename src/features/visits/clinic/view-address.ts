import type { VisitView } from "#room/contract/operations/visit-views.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { clinicAddress, type ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { typedTextOf } from "#room/features/visits/list/typed-text.ts";
import { searchOf } from "./view-filter.ts";

/** What is saved of a view: the filter the service counts by, and the address, which can say "the last 7 days". */
export function savedFilterOf(filter: VisitFilter, search: ClinicSearch): VisitFilter {
  return { ...filter, address: clinicAddress.write(search) };
}

/** The view as saved here; another program may have saved only a filter. */
export function searchOfView({ filter, owner }: Pick<VisitView, "filter" | "owner">): ClinicSearch {
  const { address } = filter;
  if (typeof address !== "object" || address === null) return searchOf(filter, owner);
  return clinicAddress.read(Object.fromEntries(Object.entries(address)));
}

/** Relative dates: the service would count by the dates at the time of saving. */
export function isByToday({ age, service }: ClinicSearch): boolean {
  return (age !== "" && !age.includes("-")) || (service !== "" && !service.includes(".."));
}

/** Restores the parts of a view that are not in the address: search words and columns. */
export function openView({ filter, columns }: VisitView, workspace: Workspace): void {
  typedTextOf(workspace).set(filter.text ?? "");
  if (columns) void workspace.preferences.update((kept) => ({ ...kept, clinicColumns: columns }));
}
