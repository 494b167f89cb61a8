import { type FigureSums, mostFigureRows, type SheetBy } from "#room/contract/schemas/day-sheet.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { showDate, showDates } from "#room/billing/show-date.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import type { FiguresSearch } from "./figures-search.ts";

type Request = RequestOf<"getDaySheet">;

/** The tables of a sheet: the heading of the names, and what stands for no name. */
export const sheetTables: Readonly<Record<SheetBy, { readonly head: string; readonly none: string }>> = {
  practice: { head: "Practice", none: "No practice" },
  provider: { head: "Provider", none: "No provider" },
  payer: { head: "Payer", none: "No payer (patient)" },
  person: { head: "Charged by", none: "Rules engine (no key)" },
  code: { head: "Code", none: "Other codes" },
};

/** Said where rows are left out; undefined if none are. */
export const leftOut = (rows: readonly unknown[]): string | undefined =>
  rows.length < mostFigureRows ? undefined : `The first ${mostFigureRows}. The totals count all.`;

/** The scope of a sheet: its days filled in. */
export type SheetScope = Omit<FiguresSearch, "from" | "to"> & { readonly from: string; readonly to: string };

export function scopeOf(search: FiguresSearch, today: string): SheetScope {
  const given = search.from ?? search.to ?? today;
  const [from = given, to = given] = [given, search.to ?? given].toSorted();
  return { ...search, from, to };
}

/** From this many days on, a sheet is added up table by table: what is done shows, and the rest can be stopped. */
const longDays = 62;

export function isLong({ from, to, kept }: SheetScope): boolean {
  return !kept && dayNumber(to) - dayNumber(from) >= longDays;
}

export function requestOf({
  by,
  from,
  to,
  practice,
  provider,
  payer,
  person,
  code,
  kept,
}: SheetScope): Request {
  return {
    dateOf: by ?? "charge",
    from,
    to,
    ...(practice && { practiceId: practice }),
    ...(provider && { providerId: provider }),
    ...(payer && { payerId: payer }),
    ...(person && { person }),
    ...(code && { code }),
    ...(kept && { asClosed: true }),
  };
}

/** The charged visits of a sheet; `part` narrows them to a row’s. */
export function viewOf(scope: SheetScope, part: Partial<ClinicSearch> = {}): Partial<ClinicSearch> {
  const { by, from, to, practice = "", provider = "", payer = "", person = "", code = "" } = scope;
  const days =
    by === "service" ? { service: `${from}..${to}` } : { age: from === to ? from : `${from}..${to}` };
  return { tab: "charged", sort: "updated", ...days, practice, provider, payer, by: person, code, ...part };
}

/** Where figures are of several currencies, each row’s visits are those of its own. */
export function currencyIn(
  rows: readonly Pick<FigureSums, "charged">[],
  { charged: { currency } }: Pick<FigureSums, "charged">,
): Partial<ClinicSearch> {
  return rows.some(({ charged }) => charged.currency !== currency) ? { currency } : {};
}

export function daysWords({ from, to }: Pick<SheetScope, "from" | "to">): string {
  return from === to ? showDate(from) : showDates(from, to);
}

/** "Charged on" and "Date of service": whose days a sheet is of. */
export function basisWords({ by }: Pick<SheetScope, "by">): string {
  return by === "service" ? "By date of service" : "By day charged";
}
