import type { FilledCell } from "#room/workspace/storage/draft-lease.ts";
import { isCopiedFromAbove, type ListName } from "./draft.ts";
import { cellKey, placeOfVisitName, visitNames } from "./field-ref.ts";
import { usualCurrency } from "./row-writer.ts";
import type { VisitDraft } from "./visit-draft.ts";

/**
 * True for a cell whose content nobody typed: its row's initial state, such as links from the line above, or a value
 * from the fee schedule.
 */
export function isFilledByItself(visit: VisitDraft, list: ListName, rowId: string, member: string): boolean {
  if (list === "charges" && isFromSchedule(visit, rowId, member)) return true;
  const row = visit.source.fresh.has(rowId) ? visit.row(list, rowId) : undefined;
  if (!row) return false;
  const name = list === "charges" ? visitNames.find((each) => each === member) : undefined;
  if (name !== undefined) {
    const text = visit.text({ list, rowId, member });
    return text !== "" && text === visit.text(placeOfVisitName(name));
  }
  if (member === "indicatedBy" && "indicatedBy" in row)
    return row.indicatedBy.length > 0 && row.indicatedBy.every(isCopiedFromAbove);
  const value = initialText(visit, rowId, member);
  return value !== "" && value === visit.text({ list, rowId, member });
}

/** What a row that was added here began with; empty for one that came with the event. */
export function initialText(visit: VisitDraft, rowId: string, member: string): string {
  let value: unknown = JSON.parse(visit.source.fresh.get(rowId) ?? "{}");
  for (const part of member.split("."))
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  return typeof value === "string" ? value : "";
}

/** True for a charge's cell that holds a value from the fee schedule, or what was known as filled in before a reload. */
export function isFromSchedule(visit: VisitDraft, rowId: string, member: string): boolean {
  const text = visit.source.filled.get(cellKey({ rowId, member }));
  return text !== undefined && text === visit.text({ list: "charges", rowId, member });
}

/** The currencies without an amount, of which an event says nothing, if the visit has another currency than the usual one. */
function loneCurrencies(visit: VisitDraft): readonly FilledCell[] {
  const lone: FilledCell[] = [];
  let isForeign = false;
  for (const list of ["charges", "payments"] as const)
    for (const [row, rowId] of visit.sentRows(list).entries())
      for (const sum of ["charge", "paid", "arAmount", "amount"]) {
        const member = `${sum}.currency`;
        const text = visit.text({ list, rowId, member });
        if (text === "") continue;
        isForeign ||= text !== usualCurrency;
        if (visit.text({ list, rowId, member: `${sum}.amount` }) === "")
          lone.push({ list, row, member, text });
      }
  return isForeign ? lone : [];
}

/** The members of a charge that the fee schedule or the line above fills in. */
export const filledIn = ["charge.amount", "charge.currency", "feeId", "indicatedBy"] as const;

/**
 * What is kept with the draft of its cells: those of charges whose content nobody typed, and what is not part of the event: a
 * currency without an amount, and, in the empty line until there is a charge, what was chosen for all of them.
 */
export function filledCells(visit: VisitDraft): readonly FilledCell[] {
  return [...filledCharges(visit), ...loneCurrencies(visit)];
}

function filledCharges(visit: VisitDraft): readonly FilledCell[] {
  const rowIds = visit.sentRows("charges");
  if (rowIds.length === 0)
    return visitNames.flatMap((member) => {
      const text = visit.text(placeOfVisitName(member));
      return text === "" ? [] : [{ row: 0, member, text }];
    });
  return rowIds.flatMap((rowId, row) =>
    filledIn.flatMap((member) => {
      const text = visit.text({ list: "charges", rowId, member });
      const isFilled =
        member === "indicatedBy"
          ? isFilledByItself(visit, "charges", rowId, member)
          : isFromSchedule(visit, rowId, member);
      return text !== "" && isFilled ? [{ row, member, text }] : [];
    }),
  );
}

/** Marks the cells again in a draft that was just opened, unless their content has changed; what is not part of the event is written again. */
export function recallFilled(visit: VisitDraft, filled: readonly FilledCell[]): void {
  for (const { list: named, row, member, text } of filled) {
    const list = named ?? "charges";
    const rowId = visit.order()[list][row];
    if (rowId === undefined) continue;
    const place = { list, rowId, member } as const;
    const isLone = named && visit.text(place) === "";
    if (isLone || visit.source.fresh.has(rowId)) visit.amend(() => visit.set(place, text));
    else if (visit.text(place) === text) visit.source.filled.set(cellKey(place), text);
  }
}
