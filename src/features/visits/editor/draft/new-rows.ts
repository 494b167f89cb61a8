import {
  beginningOf,
  carryLinks,
  listShapes,
  newRowId,
  type ChargeDraft,
  type Link,
  type ListName,
  type PaymentDraft,
  type RowDraft,
} from "./draft.ts";
import { currencyOf } from "./event-from-draft.ts";
import { draftOfRecord } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

function chargeDefaults(above: ChargeDraft | undefined, currency: string): Partial<ChargeDraft> {
  return {
    quantity: "1",
    charge: { currency: above?.charge.currency || currency, amount: "" },
    paid: { currency: above?.paid.currency || currency, amount: "" },
    arAmount: { currency: above?.arAmount.currency || currency, amount: "" },
    providerId: above?.providerId ?? "",
    payerId: above?.payerId ?? "",
    feeId: above?.feeId ?? "",
    billtoPayer: above?.billtoPayer || "true",
    billable: above?.billable || "true",
    indicatedBy: carryLinks(above?.indicatedBy ?? []),
  };
}

function defaultsOf(visit: VisitDraft, list: ListName, at: number): object {
  const rows = visit.rows(list);
  const currency = currencyOf(visit.draft());
  // The rows of a list are of that list's kind.
  if (list === "charges") return chargeDefaults(rows[at - 1] as ChargeDraft | undefined, currency);
  if (list === "payments") {
    const above = rows[at - 1] as PaymentDraft | undefined;
    return { amount: { currency, amount: "" }, payerId: above?.payerId ?? "" };
  }
  return list === "diagnosis" ? { priority: String(at + 1) } : {};
}

/** A row to be typed in; until then it is no part of the event. The less used members are those of the row above. */
export function freshRow(visit: VisitDraft, list: ListName, at = visit.rows(list).length): RowDraft {
  const row = {
    ...draftOfRecord(listShapes[list], {}),
    ...defaultsOf(visit, list, at),
    rowId: newRowId(),
    // The shape and the defaults are those of the list.
  } as unknown as RowDraft;
  visit.source.fresh.set(row.rowId, beginningOf(row));
  return row;
}

/** A row made from JSON: from a template, a merge, a pasted line. */
export function rowFromJson(
  visit: VisitDraft,
  list: ListName,
  json: unknown,
  links: readonly Link[] = [],
): RowDraft {
  const row = { ...draftOfRecord(listShapes[list], json), rowId: newRowId() };
  visit.source.rows.set(row.rowId, json);
  // As above; a charge has links besides.
  return (list === "charges" ? { ...row, indicatedBy: links } : row) as unknown as RowDraft;
}

/** The same row once more, with what it brought in. A payment's own id stays with the first. */
export function copyOfRow(visit: VisitDraft, list: ListName, original: RowDraft): RowDraft {
  const rowId = newRowId();
  // The form writes into rows, so two rows must share no object.
  const row = structuredClone(original);
  const source = visit.source.rows.get(row.rowId);
  if (source !== undefined) visit.source.rows.set(rowId, source);
  if (list === "payments") return { ...(row as PaymentDraft), rowId, paymentId: "" };
  if (list !== "charges") return { ...row, rowId };
  const indicatedBy = (row as ChargeDraft).indicatedBy.map((link) => {
    const linkId = newRowId();
    if (visit.source.links.has(link.linkId))
      visit.source.links.set(linkId, visit.source.links.get(link.linkId));
    return { ...link, linkId };
  });
  return { ...(row as ChargeDraft), rowId, indicatedBy };
}
