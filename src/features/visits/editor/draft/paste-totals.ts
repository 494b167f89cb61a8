import { isBlank } from "#room/billing/draft-event.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { tidyText } from "./tidy-text.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

type Rows = readonly (readonly string[])[];

const totalWord =
  /^(?:(?:(?:grand|sub)[ -]?)?totals?(?: (?:paid|payments|charges|amount|due))?|sum|(?:balance|amount) due):?$/i;

/** A total is no charge and no payment, also where the column that says so has no place here. */
function isTotal(row: readonly string[]): boolean {
  const [first = "", ...more] = row.map((text) => text.trim()).filter((text) => text !== "");
  return more.length > 0 && totalWord.test(first);
}

/** Whether the last line has no words of its own and adds up those above it, as a spreadsheet's own sum does. */
function isSum(rows: Rows): boolean {
  const above = rows.slice(0, -1);
  const last = rows.at(-1) ?? [];
  const isNameless = last.some((text, at) => isBlank(text) && above.every((row) => !isBlank(row[at] ?? "")));
  return (
    above.length > 1 &&
    isNameless &&
    !last.every(isBlank) &&
    last.every((text, at) => isBlank(text) || numberIn(text) === sumOf(above.map((row) => row[at] ?? "")))
  );
}

/** An amount as it is pasted, such as `$1,120.10`. */
export function numberIn(text: string): number | undefined {
  const amount = { list: "charges", rowId: "", member: "charge.amount" } as const;
  return numberOfText(tidyText(amount, text));
}

function sumOf(texts: readonly string[]): number {
  const sum = texts.reduce((all, text) => all + (isBlank(text) ? 0 : (numberIn(text) ?? Number.NaN)), 0);
  return Math.round(sum * 1000) / 1000;
}

/** The lines of a pasted table without those of totals. */
export function withoutTotals(rows: Rows): Rows {
  const worded = rows.filter((row) => !isTotal(row));
  return isSum(worded) ? worded.slice(0, -1) : worded;
}

/** No modifier, unit or amount, as what stands beside a code’s words is. */
const words = /[a-z]{3}/i;

/** A table whose first line has headings, without the columns that are only shown here. */
export function withoutShownHeadings(rows: Rows, columns: readonly GridColumn[]): Rows {
  const isShown = (heading = "") =>
    columns.some(({ Show, title }) => Show && title.toLowerCase() === heading.trim().toLowerCase());
  return rows.map((row) => row.filter((_text, at) => !isShown(rows[0]?.[at])));
}

/**
 * Lines without headings, which stand as in the grid from its first of these columns on, without the words that are only
 * shown there, such as what a code means. `isBlankToo`: also where those are empty.
 */
export function withoutShown(rows: Rows, columns: readonly GridColumn[], isBlankToo: boolean): Rows {
  const left = new Set<number>();
  let at = 0;
  for (const { Show } of columns) {
    const filled = rows.map((row) => row[at] ?? "").filter((text) => !isBlank(text));
    const isShown = filled.length > 0 ? filled.every((text) => words.test(text)) : isBlankToo;
    if (Show && isShown) left.add(at);
    if (!Show || isShown) at += 1;
  }
  return rows.map((row) => row.filter((_text, column) => !left.has(column)));
}
