import { readDay } from "#room/billing/read-day.ts";
import { showDateAndTime, showDate } from "#room/billing/show-date.ts";
import { readTime, dayAndTime, timeBehind } from "#room/billing/time-of-day.ts";
import { dateOfWire, calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Place } from "./place.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { namedKindAt } from "./named-place.ts";
import { tidyText } from "./tidy-text.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { currencyOf } from "./row-writer.ts";
import { asObject } from "./json-object.ts";
import { amountText } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

function isLogTime(place: Place): boolean {
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

export const dateOfServicePath = "visitCharged.createdOn";

function isDate(place: Place): boolean {
  return "path" in place && place.path === dateOfServicePath;
}

/** A text as its field shows it: dates in the usual format, a GUID by its name, anything else as stored. */
export function shownText(place: Place, text: string): string {
  if (isDate(place)) return showDate(dayAndTime(text)?.day ?? text);
  if (isLogTime(place)) return showDateAndTime(text);
  const kind = namedKindAt(place);
  return (kind && namesNow().nameOf(kind, text)) ?? text;
}

/** The GUID for a typed name; otherwise the text itself. */
function idOfName(
  visit: VisitDraft,
  place: Place,
  { text, before }: { text: string; before: string },
): string {
  const kind = namedKindAt(place);
  if (kind === undefined || text === "" || canonicalGuid(text) !== undefined) return text;
  const day = dayOfService(visit.text({ path: dateOfServicePath }));
  return namesNow().idOf(kind, text, { before, day }) ?? text;
}

/** The last date that could be read, as the visit had it: a date mistyped once must not take its time along. */
function lastDate(visit: VisitDraft): string {
  for (const { patches } of visit.history().done.toReversed())
    for (const patch of patches)
      if (patch.kind === "cell" && isDate(patch.place) && typeof patch.before === "string")
        if (dayAndTime(patch.before)) return patch.before;
  return "";
}

/** A date in wire format. If the day is unchanged it keeps its exact original text; otherwise it keeps the time. */
function usualDate(visit: VisitDraft, typed: string, before: string): string {
  const text = typed.trim();
  const { date } = text === "" ? {} : readDay(text, clinicToday());
  if (date === undefined) return text;
  const cameIn = asObject(asObject(visit.source.event)["visitCharged"])["createdOn"];
  return typeof cameIn === "string" && calendarDateOf(cameIn) === date
    ? cameIn
    : date + timeBehind(dayAndTime(before) ? before : lastDate(visit));
}

/** A text as stored when focus leaves its field: tidied, `24.5` in USD as `24.50`, a name as its GUID. */
export function usualText(visit: VisitDraft, place: Place, typed: string, before = ""): string {
  if (isDate(place)) return usualDate(visit, typed, before);
  if (isLogTime(place)) return usualLogTime(typed, before, clinicToday());
  const meant = "list" in place && place.member === "cpt" ? namesNow().fees.codeMeant(typed) : undefined;
  if (meant !== undefined) return meant;
  const text = idOfName(visit, place, { text: tidyText(place, typed), before });
  if (!("list" in place) || !place.member.endsWith(".amount")) return text;
  const member = place.member.replace(/amount$/, "currency");
  const currency = visit.text({ ...place, member }) || currencyOf(visit.draft());
  return amountText(numberOfText(text) ?? text, currency);
}
