import { isCarried, type ListName } from "./draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** True for a cell that still holds what its row began with and nobody typed: the links of the line above, say. */
export function isFilledByItself(visit: VisitDraft, list: ListName, rowId: string, member: string): boolean {
  const began = visit.source.fresh.get(rowId);
  const row = began === undefined ? undefined : visit.row(list, rowId);
  if (began === undefined || !row) return false;
  if (member === "indicatedBy" && "indicatedBy" in row)
    return row.indicatedBy.length > 0 && row.indicatedBy.every(isCarried);
  let value: unknown = JSON.parse(began);
  for (const part of member.split("."))
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  return typeof value === "string" && value !== "" && value === visit.text({ list, rowId, member });
}
