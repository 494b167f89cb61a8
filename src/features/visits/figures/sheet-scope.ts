import { given, keysOf } from "#room/contract/keys-of.ts";
import { type FigureSums, mostFigureRows, type SheetBy } from "#room/contract/schemas/day-sheet.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { showDates } from "#room/billing/show-date.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { withPayment } from "#room/features/visits/list/figure-filters.ts";
import { noneWords } from "#room/features/visits/none-words.ts";
import type { FiguresSearch } from "./figures-search.ts";

type Request = RequestOf<"getDaySheet">;

/** The tables of a sheet: the heading of the names, and what stands for no name. */
export const sheetTables: Readonly<Record<SheetBy, { readonly head: string; readonly none: string }>> = {
  practice: { head: "Practice", none: "No practice" },
  provider: { head: "Provider", none: noneWords.provider },
  payer: { head: "Payer", none: noneWords.payer },
  person: { head: "Charged by", none: "Rules engine (no key)" },
  code: { head: "Code", none: "Other codes" },
};

/** Said where rows are left out; undefined if none are. */
export const leftOut = (rows: readonly unknown[]): string | undefined =>
  rows.length < mostFigureRows ? undefined : `The first ${mostFigureRows}. The totals count all.`;

/** The scope of a sheet: its days filled in. */
export type SheetScope = Omit<FiguresSearch, "from" | "to"> & { readonly from: string; readonly to: string };

export function scopeOf(search: FiguresSearch, today: string): SheetScope {
  const first = search.from ?? search.to ?? today;
  const [from = first, to = first] = [first, search.to ?? first].toSorted();
  return { ...search, from, to };
}

/** Narrowed by more than days and practice: days are closed, and their sheets kept, as a whole. */
export const isPartOfSheet = ({ provider, payer, person, code }: Partial<SheetScope>): boolean =>
  [provider, payer, person, code].some((given) => given !== undefined);

/** From this many days on, a sheet is added up table by table: what is done shows, and the rest can be stopped. */
const longDays = 62;

export function isLong({ from, to, kept }: SheetScope): boolean {
  return !kept && dayNumber(to) - dayNumber(from) >= longDays;
}

export function requestOf({ by, from, to, practice, provider, payer, kept, ...part }: SheetScope): Request {
  const { person, code } = part;
  const parties = { provider, payer };
  const without = keysOf(parties).filter((each) => parties[each] === "none");
  const idOf = (id: string | undefined) => (id === "none" ? undefined : id);
  return {
    dateOf: by ?? "charge",
    from,
    to,
    ...given({ practiceId: practice, providerId: idOf(provider), payerId: idOf(payer), person, code }),
    ...(without.length > 0 && { without }),
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

const paidBy = (id: string): Partial<ClinicSearch> => (id === "" ? { without: "paidBy" } : { paidBy: id });

/** The visits of a row. Every visit has a practice. A payer without lines of its own has paid for others’. */
export function viewOfRow(
  scope: SheetScope,
  by: SheetBy,
  {
    id,
    visits,
    part,
  }: { readonly id: string; readonly visits: number; readonly part: Partial<ClinicSearch> },
): Partial<ClinicSearch> | undefined {
  if (visits === 0) return by === "payer" ? viewOf(scope, { ...part, payer: "", ...paidBy(id) }) : undefined;
  if (id === "" && (by === "code" || by === "person")) return viewOf(scope, { ...part, without: by });
  if (id === "" && by !== "practice") return viewOf(scope, { ...part, [by]: "none" });
  return viewOf(scope, { ...part, [by === "person" ? "by" : by]: id });
}

/** The visits with such a payment that came in on these days. */
export function paidView(scope: SheetScope, payment: string, part: Partial<ClinicSearch>) {
  const { by, from, to, practice = "", payer, person: invoiceBy = "" } = scope;
  const payers = payer === undefined ? {} : paidBy(payer === "none" ? "" : payer);
  if (withPayment.read(payment) === "") return undefined;
  if (by === "service") return viewOf(scope, { ...part, payment, payer: "", ...payers });
  return { ...part, tab: "all" as const, paid: `${from}..${to} ${payment}`, practice, ...payers, invoiceBy };
}

/** The visits whose invoices of these days no longer stand. */
export function endedView(
  { by, from, to, practice = "", person: invoiceBy = "" }: SheetScope,
  what: string,
  part: Partial<ClinicSearch>,
): Partial<ClinicSearch> | undefined {
  if (what === "charged") return undefined;
  return {
    ...part,
    tab: "all",
    ended: `${what} ${by === "service" ? "service " : ""}${from}..${to}`,
    practice,
    invoiceBy,
  };
}

/** Where figures are of several currencies, each row’s visits are those of its own. */
export function currencyIn(
  rows: readonly Pick<FigureSums, "charged">[],
  { charged: { currency } }: Pick<FigureSums, "charged">,
): Partial<ClinicSearch> {
  return rows.some(({ charged }) => charged.currency !== currency) ? { currency } : {};
}

/** From the first day of the month and the year to the last day of the sheet, or today if that is still to come. */
export function toDate(scope: SheetScope) {
  const { kept: _kept, ...live } = scope;
  const today = practiceToday(scope.practice);
  const to = scope.from <= today && today < scope.to ? today : scope.to;
  return [
    { name: "Month to date", scope: { ...live, from: `${to.slice(0, 7)}-01`, to } },
    { name: "Year to date", scope: { ...live, from: `${to.slice(0, 4)}-01-01`, to } },
  ] as const;
}

export function daysWords({ from, to }: Pick<SheetScope, "from" | "to">): string {
  return showDates(from, to);
}

/** "Charged on" and "Date of service": whose days a sheet is of. */
export function basisWords({ by }: Pick<SheetScope, "by">): string {
  return by === "service" ? "By date of service" : "By day charged";
}
