import {
  beginningOf,
  carryLinks,
  listShapes,
  newRowId,
  type ChargeDraft,
  type ListName,
  type ListRows,
  type RowDraft,
} from "./draft.ts";
import { currencyOf } from "./row-writer.ts";
import { filledIn } from "./filled.ts";
import { draftOfRecord } from "./record-draft.ts";
import { cellKey, visitNameOf } from "./field-ref.ts";
import type { VisitDraft } from "./visit-draft.ts";

function chargeDefaults(
  rows: readonly ChargeDraft[],
  above: ChargeDraft | undefined,
  currency: string,
): Partial<ChargeDraft> {
  return {
    quantity: "1",
    charge: { currency: above?.charge.currency || currency, amount: "" },
    paid: { currency: above?.paid.currency || currency, amount: "" },
    arAmount: { currency: above?.arAmount.currency || currency, amount: "" },
    providerId: visitNameOf(rows, "providerId"),
    payerId: visitNameOf(rows, "payerId"),
    feeId: above?.feeId ?? "",
    billtoPayer: above?.billtoPayer || "true",
    billable: above?.billable || "true",
    indicatedBy: carryLinks(above?.indicatedBy ?? []),
  };
}

function defaultsOf(visit: VisitDraft, list: ListName, at: number): object {
  const currency = currencyOf(visit.draft());
  if (list === "charges") return chargeDefaults(visit.rows(list), visit.rows(list)[at - 1], currency);
  if (list === "payments")
    return { amount: { currency, amount: "" }, payerId: visit.rows(list)[at - 1]?.payerId ?? "" };
  return list === "diagnosis" ? { priority: String(at + 1) } : {};
}

/** A row to type in; not part of the event until then. Less used members are copied from the row above. */
export function freshRow<L extends ListName>(
  visit: VisitDraft,
  list: L,
  at = visit.rows(list).length,
): ListRows[L] {
  const blank: object = { ...draftOfRecord(listShapes[list], {}), ...defaultsOf(visit, list, at) };
  // The shape and defaults match the list.
  const row = { ...blank, rowId: newRowId() } as ListRows[L];
  visit.source.fresh.set(row.rowId, beginningOf(row));
  return row;
}

export function rowFromJson(visit: VisitDraft, list: ListName, json: unknown): RowDraft {
  const row = { ...draftOfRecord(listShapes[list], json), rowId: newRowId() };
  visit.source.rows.set(row.rowId, json);
  // As above; a charge also has links.
  return (list === "charges" ? { ...row, indicatedBy: [] } : row) as RowDraft;
}

/** A copy of the row with its original JSON, and what nobody typed of it. A payment's own id stays with the original. */
export function copyOfRow(visit: VisitDraft, original: RowDraft): RowDraft {
  const rowId = newRowId();
  // The form writes into rows, so two rows must not share an object.
  const row = structuredClone(original);
  const source = visit.source.rows.get(row.rowId);
  if (source !== undefined) visit.source.rows.set(rowId, source);
  if ("paymentId" in row) return { ...row, rowId, paymentId: "" };
  if (!("indicatedBy" in row)) return { ...row, rowId };
  for (const member of filledIn) {
    const text = visit.source.filled.get(cellKey({ rowId: original.rowId, member }));
    if (text) visit.source.filled.set(cellKey({ rowId, member }), text);
  }
  const indicatedBy = row.indicatedBy.map((link) => {
    const linkId = newRowId();
    if (visit.source.links.has(link.linkId))
      visit.source.links.set(linkId, visit.source.links.get(link.linkId));
    return { ...link, linkId };
  });
  return { ...row, rowId, indicatedBy };
}
