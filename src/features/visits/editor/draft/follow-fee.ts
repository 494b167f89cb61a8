import { amountFor, type Fee, type PricedLine } from "#room/billing/directory/fee-schedule.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { followAr } from "./follow-ar.ts";
import { initialText, isFilledByItself, isFromSchedule } from "./filled.ts";
import { dateOfServicePath, type FieldRef } from "./field-ref.ts";
import { amountText } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

const practicePath = "visitCharged.practiceId";
const asksAnew = /^(?:cpt|modifier|quantity|payerId|charge\.currency)$/;

function lineOf(visit: VisitDraft, rowId: string): PricedLine {
  const text = (member: string) => visit.text({ list: "charges", rowId, member });
  return {
    code: text("cpt"),
    modifiers: text("modifier").split(" ").filter(Boolean),
    payerId: text("payerId"),
    practiceId: visit.text({ path: practicePath }),
    day: dayOfService(visit.text({ path: dateOfServicePath })),
  };
}

/** The clinic's name for a line's code: of the entry that its price is from, if that has one. */
export function serviceName(visit: VisitDraft, rowId: string): string | undefined {
  const text = (member: string) => visit.text({ list: "charges", rowId, member });
  const modifiers = text("modifier").split(" ");
  return (
    namesNow().fees.choose(lineOf(visit, rowId))?.name ||
    namesNow().fees.descriptionOf(text("cpt"), modifiers)
  );
}

function priceOf(
  visit: VisitDraft,
  rowId: string,
): { fee: Fee; amount: string; currency: string } | undefined {
  const fee = namesNow().fees.chooseIfOne(lineOf(visit, rowId));
  const quantity = visit.text({ list: "charges", rowId, member: "quantity" });
  const money = fee && amountFor(fee, numberOfText(quantity) ?? Number.NaN);
  return fee && money && { fee, amount: amountText(money.amount, money.currency), currency: money.currency };
}

/** Text that a person typed stays; initial values and those filled in here may be replaced. */
function mayFill(visit: VisitDraft, rowId: string, member: string): boolean {
  const text = visit.text({ list: "charges", rowId, member });
  return text.trim() === "" || isFilledByItself(visit, "charges", rowId, member);
}

/**
 * Call after a line's code, modifiers, units, payer or currency changed, or the visit's practice or date of service, on which
 * prices also depend. Fills in the schedule's fee and its amount times the units wherever nobody typed a value. Values
 * filled in for a previous code that has no price now are removed.
 */
export function followFee(visit: VisitDraft, place: FieldRef): void {
  if ("path" in place) {
    if (place.path !== practicePath && place.path !== dateOfServicePath) return;
    // What was filled in stays until there is a day to look it up for.
    if (dayOfService(visit.text({ path: dateOfServicePath })) === undefined) return;
    for (const rowId of visit.sentRows("charges")) priceAnew(visit, rowId);
    return;
  }
  if (place.list !== "charges") return;
  if (place.member === "charge.amount") visit.setFilled(place, undefined);
  if (asksAnew.test(place.member)) priceAnew(visit, place.rowId);
}

export function priceAnew(visit: VisitDraft, rowId: string): void {
  const { fees } = namesNow();
  const at = (member: string) => ({ list: "charges", rowId, member }) as const;
  if (fees.isEmpty) return;
  const price = priceOf(visit, rowId);
  const feeId = visit.text(at("feeId"));
  const isOfOther = feeId !== "" && fees.codeOf(feeId) !== undefined && !price;
  const was = visit.text(at("charge.amount"));
  // A price says nothing of what is charged in another currency.
  const isInCurrency =
    price?.currency === visit.text(at("charge.currency")).toUpperCase() ||
    mayFill(visit, rowId, "charge.currency");
  if (price && isInCurrency && mayFill(visit, rowId, "charge.amount")) {
    fill(visit, rowId, "charge.amount", price.amount);
    fill(visit, rowId, "charge.currency", price.currency);
  } else if (isFromSchedule(visit, rowId, "charge.amount")) fill(visit, rowId, "charge.amount", "");
  // A line whose code was taken away again is as it began: the next line to fill, and no part of the visit.
  const none = visit.text(at("cpt")).trim() === "" ? initialText(visit, rowId, "feeId") : "";
  if (mayFill(visit, rowId, "feeId") && (price || isOfOther || none !== ""))
    fill(visit, rowId, "feeId", price?.fee.id ?? none);
  if (visit.text(at("charge.amount")) !== was) followAr(visit, at("charge.amount"), was);
}

function fill(visit: VisitDraft, rowId: string, member: string, text: string): void {
  const place = { list: "charges", rowId, member } as const;
  visit.setFilled(place, text === "" ? undefined : text);
  visit.set(place, text);
}
