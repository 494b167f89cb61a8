import { minorMoneyText, totalText } from "#room/billing/money-text.ts";
import { minorUnits, moneyOfMinor, type Money } from "#room/contract/primitives/money.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { ReportGroup, ReportName, ReportRow } from "#room/contract/schemas/report.ts";
import type { CsvValue } from "#room/billing/csv.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { viewOf } from "#room/features/visits/figures/sheet-scope.ts";
import { courseWords, delayWords, wasHeld } from "#room/features/visits/list/charged-filters.ts";
import { workedOn } from "#room/features/visits/list/age-filter.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { formatCount } from "#room/ui/formats.ts";
import type { ReportScope } from "./report-scope.ts";

type By = ReportGroup["by"];

export interface ReportColumn {
  readonly head: string;
  readonly text: (row: ReportRow) => string;
  /** In a file, which has a line for each currency. */
  readonly value: (row: ReportRow, sum: Money | undefined) => CsvValue;
}

/** All there is to know of a report: the page and the file follow from it. */
export interface ReportLook {
  readonly title: string;
  readonly about: string;
  readonly columns: readonly ReportColumn[];
  readonly bar: {
    readonly size: (row: ReportRow) => number;
    readonly value: (row: ReportRow) => string;
    readonly isShare?: boolean;
  };
  /** The visits of a row; undefined: the list cannot show just these. */
  readonly viewOf: (by: By, row: ReportRow, scope: ReportScope) => Partial<ClinicSearch> | undefined;
}

const words: Readonly<Record<string, string>> = {
  ...courseWords,
  open: "Still open",
  done: "Closed or voided",
};

export const noFigure = "–";
const figureOf = (figure: number | null | undefined) =>
  typeof figure === "number" ? formatCount(figure) : noFigure;

export const dimensions: Readonly<
  Record<By, { readonly head: string; readonly nameOf: (id: string, names: DirectoryIndex) => string }>
> = {
  course: { head: "Outcome", nameOf: (id) => words[id] ?? id },
  practice: {
    head: "Practice",
    nameOf: (id, names) =>
      id === "all" ? "All practices" : id === "" ? "No practice" : names.words("practice", id),
  },
  provider: {
    head: "Provider",
    nameOf: (id, names) => (id === "" ? "No provider" : names.words("provider", id)),
  },
  reason: { head: "Reason", nameOf: (id) => id || "No reason given" },
  rule: { head: "Rule", nameOf: (id) => id },
  age: { head: "Days since received", nameOf: delayWords },
  delay: { head: "From service to charge", nameOf: (id) => (id === "0" ? "The same day" : delayWords(id)) },
  code: { head: "Code", nameOf: (id) => id },
  person: { head: "Person", nameOf: shownCaller },
};

export function nameOf(by: By, { id, code }: ReportRow, names: DirectoryIndex): string {
  const name = dimensions[by].nameOf(id, names);
  return code ? `${name} · ${code}` : name;
}

const percent = ({ visits, outOf }: ReportRow) => (outOf ? (visits / outOf) * 100 : 0);
const percentText = (row: ReportRow) => `${percent(row).toFixed(1)}%`;

/** In minor units, to the nearest. */
function averageOf({ visits }: ReportRow, { amount, currency }: Money): number {
  return visits === 0 ? 0 : Math.round((minorUnits(amount, currency) ?? 0) / visits);
}

const visits: ReportColumn = {
  head: "Visits",
  text: (row) => formatCount(row.visits),
  value: (row) => row.visits,
};
const outOf: ReportColumn = {
  head: "Out of",
  text: (row) => figureOf(row.outOf),
  value: (row) => row.outOf ?? undefined,
};
const share: ReportColumn = {
  head: "Share",
  text: (row) => (row.outOf ? percentText(row) : noFigure),
  value: (row) => (row.outOf ? percentText(row) : undefined),
};
const amount = (head: string): ReportColumn => ({
  head,
  text: ({ sums }) => totalText(sums) || noFigure,
  value: (_row, sum) => sum,
});

const days = (head: string, of: "medianDays" | "ninetiethDays"): ReportColumn => ({
  head,
  text: (row) => figureOf(row[of]),
  value: (row) => row[of] ?? undefined,
});

/** Hours and minutes. */
function heldText({ secondsHeld }: ReportRow): string {
  const minutes = Math.round((secondsHeld ?? 0) / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const averageText = (row: ReportRow) =>
  row.sums.map((sum) => minorMoneyText(averageOf(row, sum), sum.currency)).join(" + ");

type View = Partial<ClinicSearch> | undefined;

/** Of the visits that arrived on these days. */
function arrivedView(by: By, { id }: ReportRow, scope: ReportScope): View {
  const view = { arrived: `${scope.from}..${scope.to}`, practice: scope.practice ?? "" };
  if (by === "practice")
    return id === "" ? undefined : { ...view, tab: "charged", course: "first-pass", practice: id };
  if (id === "open") return { ...view, tab: "open" };
  return id === "done" ? { ...view, tab: "closed" } : { ...view, tab: "charged", course: id };
}

/** Of all that arrived on these days and was ever held, whatever became of it. */
function heldView(by: By, { id }: ReportRow, scope: ReportScope): View {
  const view = { tab: "all", arrived: `${scope.from}..${scope.to}`, practice: scope.practice ?? "" } as const;
  if (id === "") return by === "rule" ? undefined : { ...view, held: "1", without: by };
  if (by === "provider") return { ...view, held: "1", provider: id };
  const held = wasHeld.read(by === "rule" ? `rule:${id}` : `reason:${reasonKey(id)}`);
  return held === "" ? undefined : { ...view, held };
}

/** Of the visits that are open. */
function openView(_by: By, { from, to }: ReportRow, scope: ReportScope): View {
  return { tab: "open", arrived: `${from ?? ""}..${to ?? ""}`, practice: scope.practice ?? "" };
}

/** Of the visits that were charged on these days. */
function chargedView(by: By, { id, code }: ReportRow, scope: ReportScope): View {
  if (id === "") return by === "provider" ? viewOf(scope, { without: by, ...(code && { code }) }) : undefined;
  if (id === "all") return viewOf(scope);
  return viewOf(scope, { [by]: id, ...(code && { code }) });
}

/** The same, with a date of service. */
function servedView(by: By, row: ReportRow, scope: ReportScope): View {
  const view = chargedView(by, row, scope);
  return view && { delay: "0+", ...view };
}

/** The same, of a row of one currency. */
function averageView(by: By, row: ReportRow, scope: ReportScope): View {
  const view = chargedView(by, row, scope);
  return view && { ...view, currency: row.sums[0]?.currency ?? "" };
}

const visitsBar = {
  size: (row: ReportRow) => row.visits,
  value: (row: ReportRow) => formatCount(row.visits),
};
const shareBar = {
  // Of a whole where all rows have one, which is then the width.
  size: (row: ReportRow) => (row.outOf ? row.visits / row.outOf : row.visits),
  isShare: true,
  value: (row: ReportRow) =>
    row.outOf ? `${percentText(row)} · ${formatCount(row.visits)}` : formatCount(row.visits),
};
/** Of the largest of its sums. */
const moneyBar = {
  size: ({ sums }: ReportRow) =>
    Math.max(0, ...sums.map(({ amount: of, currency }) => minorUnits(of, currency) ?? 0)),
  value: ({ sums }: ReportRow) => totalText(sums) || noFigure,
};

export const reportLooks: Readonly<Record<ReportName, ReportLook>> = {
  "first-pass": {
    title: "First-pass rate",
    about:
      "Visits received on these days, by outcome. First pass: charged when first sent, without a hold or a correction.",
    columns: [visits, outOf, share, amount("Amount")],
    bar: shareBar,
    viewOf: arrivedView,
  },
  withheld: {
    title: "Withheld",
    about:
      "Visits received on these days that were withheld or refused, including those charged or closed since, by reason and by provider. A visit counts once for each of its reasons and providers.",
    columns: [visits, amount("Amount")],
    bar: visitsBar,
    viewOf: heldView,
  },
  findings: {
    title: "Most frequent findings",
    about:
      "The rules that failed on visits received on these days, including those charged or closed since. A visit counts once for each rule.",
    columns: [visits, amount("Amount")],
    bar: visitsBar,
    viewOf: heldView,
  },
  aging: {
    title: "Aging of unbilled visits",
    about:
      "All visits that are withheld or refused now, whatever the dates above, by days since they were first received.",
    columns: [visits, amount("Amount")],
    bar: moneyBar,
    viewOf: openView,
  },
  "days-to-charge": {
    title: "Charge lag",
    about:
      "Days from service to charge, for what was charged on these days; replaced and voided invoices are left out. Half of the visits took the median or less, nine of ten the 90th percentile or less.",
    columns: [
      visits,
      share,
      days("Median days", "medianDays"),
      days("90th percentile", "ninetiethDays"),
      amount("Charged"),
    ],
    bar: shareBar,
    viewOf: servedView,
  },
  average: {
    title: "Average charge per visit",
    about:
      "What was charged on these days, divided by its visits; replaced and voided invoices are left out.",
    columns: [
      visits,
      amount("Charged"),
      {
        head: "Average",
        text: averageText,
        value: (row, sum) => sum && moneyOfMinor(averageOf(row, sum), sum.currency),
      },
    ],
    bar: { size: (row) => Math.max(0, ...row.sums.map((sum) => averageOf(row, sum))), value: averageText },
    viewOf: averageView,
  },
  "office-visits": {
    title: "E/M code distribution",
    about:
      "Office visit codes 99202 to 99215 charged on these days, overall and by provider; replaced and voided invoices are left out. Amounts are of these codes, not of whole visits.",
    columns: [visits, outOf, share, amount("Charged")],
    bar: shareBar,
    viewOf: chargedView,
  },
  people: {
    title: "Staff activity",
    about:
      "Visits that each person charged, took, noted, closed or snoozed on these days, and how long they held visits to work on.",
    columns: [
      visits,
      { head: "Time held", text: heldText, value: ({ secondsHeld }) => Math.round((secondsHeld ?? 0) / 60) },
    ],
    bar: { ...visitsBar, value: (row) => `${formatCount(row.visits)} · ${heldText(row)}` },
    viewOf: (_by, { id }, { from, to, practice = "" }) => ({
      tab: "all",
      work: workedOn.read(`${from}..${to} ${id}`),
      practice,
    }),
  },
};
