import type { Path } from "#room/billing/finding.ts";
import {
  auditShape,
  listShapes,
  visitShape,
  type ListName,
  type Shape,
} from "#room/features/visits/editor/draft/draft.ts";
import {
  listOfPath,
  timeOfServicePath,
  type FieldRef,
  type RowOrder,
} from "#room/features/visits/editor/draft/field-ref.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

const firstMember: Readonly<Record<ListName, string>> = {
  charges: "cpt",
  diagnosis: "icd10DiagCode",
  payments: "amount.amount",
  rulesLogs: "ruleName",
};

/** The row's field that shows what a path within the row refers to. */
function memberOf(list: ListName, path: Path): string {
  const [head, next] = path;
  if (typeof head !== "string") return firstMember[list];
  const shape: Shape = listShapes[list];
  const kind = shape[head];
  if (kind === undefined) return firstMember[list];
  return kind === "money" ? `${head}.${next === "currency" ? "currency" : "amount"}` : head;
}

const partShapes: Readonly<Record<string, Shape>> = { visitCharged: visitShape, audit: auditShape };

/** Tells the field that a path in the visit's event refers to; undefined if no field shows it. */
export function placesIn(visit: VisitDraft): (path: Path) => FieldRef | undefined {
  const all = visit.order();
  const sent: RowOrder = {
    charges: visit.sentRows("charges"),
    diagnosis: visit.sentRows("diagnosis"),
    payments: visit.sentRows("payments"),
    rulesLogs: visit.sentRows("rulesLogs"),
  };
  return (path) => {
    const [first, second, index, ...rest] = path;
    if (first === undefined) return undefined;
    if (typeof second !== "string") return first === "eventId" ? { path: "eventId" } : undefined;
    const list = listOfPath(`${first}.${second}`);
    if (path.join(".") === timeOfServicePath) return { path: timeOfServicePath };
    if (!list) return second in (partShapes[first] ?? {}) ? { path: `${first}.${second}` } : undefined;
    const rowId = typeof index === "number" ? sent[list][index] : all[list][0];
    if (rowId === undefined) return undefined;
    return { list, rowId, member: memberOf(list, typeof index === "number" ? rest : []) };
  };
}

/** Whether a path names a field of the page, not just a row or something not shown. */
export function namesField([first, second, index, member]: Path): boolean {
  const list = listOfPath(`${String(first)}.${String(second)}`);
  return !list || typeof index !== "number" || (typeof member === "string" && member in listShapes[list]);
}
