import { readDay } from "#room/billing/read-day.ts";
import { partsOf, showTime, withDate, withTime } from "#room/billing/date-and-time.ts";
import { showDateAndTime, showDate } from "#room/billing/show-date.ts";
import { readTime } from "#room/billing/time-of-day.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { dateOfServicePath, type FieldRef, storedAt, timeOfServicePath } from "./field-ref.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { namedKindAt } from "./named-place.ts";
import { kindOf, tidyText } from "./tidy-text.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { currencyOf } from "./row-writer.ts";
import { amountText } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

function isLogTime(place: FieldRef): boolean {
  return "list" in place && place.list === "rulesLogs" && place.member === "createdDate";
}

/** In wire format. Unless it was changed it keeps its exact text. */
export function usualLogTime(typed: string, before: string, today: string): string {
  const text = typed.trim();
  if (dateOfWire(before) && text === showDateAndTime(before)) return before;
  if (dateOfWire(text)) return text;
  const [, dayText = "", timeText] = /^(\S+)(?:,? +(.+))?$/.exec(text) ?? [];
  const { date } = readDay(dayText, today);
  const time = timeText === undefined ? "00:00" : readTime(timeText);
  return date === undefined || time === undefined ? text : `${date}T${time}:00.0000000`;
}

const isDate = (place: FieldRef) => "path" in place && place.path === dateOfServicePath;
const isTime = (place: FieldRef) => "path" in place && place.path === timeOfServicePath;

export function isDateOrTime(place: FieldRef): boolean {
  return isDate(storedAt(place)) || isLogTime(place);
}

/** Whether its text is stored in its usual form at each key: a reload before the field is left must not make it a fault. */
export function isReadAtOnce(place: FieldRef): boolean {
  return isDateOrTime(place) || kindOf(place) === "number";
}

/**
 * A text as its field shows it: its date or its time in the usual format, a GUID by its name, a line that does not say so as
 * billable (`isBillable`), anything else as stored.
 */
export function shownText(place: FieldRef, text: string): string {
  if (isDate(place)) return showDate(partsOf(text).date);
  if (isTime(place)) return showTime(text);
  if (isLogTime(place)) return showDateAndTime(text);
  if ("list" in place && place.member === "billable") return text === "false" ? text : "true";
  const kind = namedKindAt(place);
  return (kind && namesNow().nameOf(kind, text)) ?? text;
}

/** The GUID for a typed name; otherwise the text itself. */
function idOfName(
  visit: VisitDraft,
  place: FieldRef,
  { text, before }: { text: string; before: string },
): string {
  const kind = namedKindAt(place);
  if (kind === undefined || text === "" || canonicalGuid(text) !== undefined) return text;
  const day = dayOfService(visit.text({ path: dateOfServicePath }));
  return namesNow().idOf(kind, text, { before, day }) ?? text;
}

/** A text as stored when focus leaves its field: tidied, `24.5` in USD as `24.50`, a name as its GUID. */
export function usualText(visit: VisitDraft, place: FieldRef, typed: string, before = ""): string {
  if (isTime(place)) return withTime(before, typed);
  if (isDate(place) || isLogTime(place)) {
    const today = practiceToday(visit.text({ path: "visitCharged.practiceId" }));
    return isDate(place) ? withDate(before, typed, today) : usualLogTime(typed, before, today);
  }
  const meant = "list" in place && place.member === "cpt" ? namesNow().fees.codeMeant(typed) : undefined;
  if (meant !== undefined) return meant;
  const text = idOfName(visit, place, { text: tidyText(place, typed), before });
  if (!("list" in place) || !place.member.endsWith(".amount")) return text;
  const member = place.member.replace(/amount$/, "currency");
  const currency = visit.text({ ...place, member }) || currencyOf(visit.draft());
  return amountText(numberOfText(text) ?? text, currency);
}
