import { useSyncExternalStore } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** What stands for a visit, as the clinic chose; its short id until the service has said. */
export function visitName(visitId: string, row: Pick<VisitRow, "name"> | null | undefined): string {
  return row?.name || shortGuid(visitId);
}

/** The same for a heading or within a sentence: "Visit 8f3c…19a2", "Invoice 12". */
export function visitTitle(visitId: string, row: Pick<VisitRow, "name"> | null | undefined): string {
  const name = visitName(visitId, row);
  return /^Invoice \d+$/.test(name) ? name : `Visit ${name}`;
}

function useRows(): (visitId: string) => VisitRow | null | undefined {
  const { service } = useWorkspace().visits;
  useSyncExternalStore(service.subscribe, service.rows);
  return (visitId) => service.row(visitId);
}

/** `visitName` of any visit that the service has told of. */
export function useVisitName(): (visitId: string) => string {
  const rowOf = useRows();
  return (visitId) => visitName(visitId, rowOf(visitId));
}

/** `visitTitle` of any visit that the service has told of. */
export function useVisitTitle(): (visitId: string) => string {
  const rowOf = useRows();
  return (visitId) => visitTitle(visitId, rowOf(visitId));
}
