import { amountFor, type Fee } from "#room/billing/directory/fee-schedule.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { followAr } from "./follow-ar.ts";
import { filledKey, isFilledByItself, isFromSchedule } from "./filled.ts";
import type { Place } from "./place.ts";
import { amountText } from "./record-draft.ts";
import { dateOfServicePath } from "./usual-text.ts";
import type { VisitDraft } from "./visit-draft.ts";

const practicePath = "visitCharged.practiceId";
const asksAnew = /^(?:cpt|modifier|quantity|payerId)$/;

/** What the schedule has for a line as it stands. */
function priceOf(
  visit: VisitDraft,
  rowId: string,
): { fee: Fee; amount: string; currency: string } | undefined {
  const text = (member: string) => visit.text({ list: "charges", rowId, member });
  const fee = namesNow().fees.choose({
    code: text("cpt"),
    modifiers: text("modifier").split(" ").filter(Boolean),
    payerId: text("payerId"),
    practiceId: visit.text({ path: practicePath }),
    day: calendarDateOf(visit.text({ path: dateOfServicePath })),
  });
  const money = fee && amountFor(fee, numberOfText(text("quantity")) ?? Number.NaN);
  return fee && money && { fee, amount: amountText(money.amount, money.currency), currency: money.currency };
}

/** A text that a person wrote stands; one that the line began with, or that was filled in here, may be replaced. */
function mayFill(visit: VisitDraft, rowId: string, member: string): boolean {
  const text = visit.text({ list: "charges", rowId, member });
  return text.trim() === "" || isFilledByItself(visit, "charges", rowId, member);
}

/**
 * After a line's code, modifiers, units or payer were changed, or the visit's practice or date of service, which prices
 * depend on too: the schedule's fee and its amount times the units stand where nobody wrote others. What was filled in
 * for another code and has no price now is taken out again.
 */
export function followFee(visit: VisitDraft, place: Place): void {
  if ("path" in place) {
    if (place.path !== practicePath && place.path !== dateOfServicePath) return;
    for (const rowId of visit.order().charges) priceAnew(visit, rowId);
    return;
  }
  if (place.list !== "charges") return;
  if (place.member === "charge.amount") visit.source.filled.delete(filledKey(place.rowId, place.member));
  if (asksAnew.test(place.member)) priceAnew(visit, place.rowId);
}

function priceAnew(visit: VisitDraft, rowId: string): void {
  const { fees } = namesNow();
  const at = (member: string) => ({ list: "charges", rowId, member }) as const;
  if (fees.isEmpty) return;
  const price = priceOf(visit, rowId);
  const feeId = visit.text(at("feeId"));
  const isOfOther = feeId !== "" && fees.codeOf(feeId) !== undefined && !price;
  const was = visit.text(at("charge.amount"));
  if (price && mayFill(visit, rowId, "charge.amount")) {
    fill(visit, rowId, "charge.amount", price.amount);
    fill(visit, rowId, "charge.currency", price.currency);
  } else if (!price && isFromSchedule(visit, rowId, "charge.amount")) fill(visit, rowId, "charge.amount", "");
  if (mayFill(visit, rowId, "feeId") && (price || isOfOther))
    fill(visit, rowId, "feeId", price?.fee.id ?? "");
  if (visit.text(at("charge.amount")) !== was) followAr(visit, at("charge.amount"), was);
}

function fill(visit: VisitDraft, rowId: string, member: string, text: string): void {
  const key = filledKey(rowId, member);
  if (text !== "") visit.source.filled.set(key, new Set([...(visit.source.filled.get(key) ?? []), text]));
  visit.set({ list: "charges", rowId, member }, text, "Fee schedule");
}

/** The line has its price from the schedule, and nobody wrote another one. */
export function isPricedByItself(visit: VisitDraft, rowId: string): boolean {
  return isFromSchedule(visit, rowId, "charge.amount");
}
