import { isBlank } from "#room/billing/draft-event.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

type Rows = readonly (readonly string[])[];

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
