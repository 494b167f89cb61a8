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

/** `visitName` or `visitTitle` of any visit that the service has told of. */
export function useVisitWords(words: typeof visitName): (visitId: string) => string {
  const { service } = useWorkspace().visits;
  useSyncExternalStore(service.subscribe, service.rows);
  return (visitId) => words(visitId, service.row(visitId));
}
