import { todayHere } from "#room/api/today-here.ts";
import { readDate } from "#room/billing/read-date.ts";
import { showDate } from "#room/billing/show-date.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { tidyText } from "./tidy-text.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { currencyOf } from "./event-from-draft.ts";
import { asObject } from "./json-object.ts";
import type { Place } from "./place.ts";
import { amountText } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

export const dateOfServicePath = "visitCharged.createdOn";

function isDate(place: Place): boolean {
  return "path" in place && place.path === dateOfServicePath;
}

/** What a field shows of its text: a date as people write it, the rest as it is kept. */
export function shownText(place: Place, text: string): string {
  return isDate(place) ? showDate(text) : text;
}

/** A date as the wire has it. The day that came in keeps the very text that it came in with. */
function usualDate(visit: VisitDraft, typed: string): string {
  const text = typed.trim();
  const { date } = text === "" ? {} : readDate(text, todayHere());
  if (date === undefined) return text;
  const cameIn = asObject(asObject(visit.source.event)["visitCharged"])["createdOn"];
  return typeof cameIn === "string" && calendarDateOf(cameIn) === date ? cameIn : date;
}

/** A text as its field shows it once it is left: tidied, and `24.5` in USD as `24.50`. */
export function usualText(visit: VisitDraft, place: Place, typed: string): string {
  if (isDate(place)) return usualDate(visit, typed);
  const text = tidyText(place, typed);
  if (!("list" in place) || !place.member.endsWith(".amount")) return text;
  const member = place.member.replace(/amount$/, "currency");
  const currency = visit.text({ ...place, member }) || currencyOf(visit.draft());
  return amountText(numberOfText(text) ?? text, currency);
}
