import { tidyText } from "#room/features/visits/editor/tidy-text.ts";
import { numberOfText } from "#room/forms/leaf-text.ts";
import { currencyOf } from "./event-from-draft.ts";
import type { Place } from "./place.ts";
import { amountText } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** A text as its field shows it once it is left: tidied, and `24.5` in USD as `24.50`. */
export function usualText(visit: VisitDraft, place: Place, typed: string): string {
  const text = tidyText(place, typed);
  if (!("list" in place) || !place.member.endsWith(".amount")) return text;
  const member = place.member.replace(/amount$/, "currency");
  const currency = visit.text({ ...place, member }) || currencyOf(visit.draft());
  return amountText(numberOfText(text) ?? text, currency);
}
