import { isBlank } from "#room/billing/draft-event.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

type Rows = readonly (readonly string[])[];

/** No modifier, unit or amount, as what stands beside a code’s words is. */
const words = /[a-z]{3}/i;

function textsAt(rows: Rows, column: number): readonly string[] {
  return rows.map((row) => row[column] ?? "");
}

function without(rows: Rows, left: ReadonlySet<number>): Rows {
  return left.size === 0 ? rows : rows.map((row) => row.filter((_text, column) => !left.has(column)));
}

/** A table whose first line has headings, without the columns that are only shown here. */
export function withoutShownHeadings(rows: Rows, columns: readonly GridColumn[]): Rows {
  const shown = new Set(columns.filter(({ Show }) => Show).map(({ title }) => title.toLowerCase()));
  const left = rows[0]?.flatMap((text, at) => (shown.has(text.trim().toLowerCase()) ? [at] : []));
  return without(rows, new Set(left));
}

/**
 * Lines without headings, which stand as in the grid from its first of these columns on, without the words that are only
 * shown there, such as what a code means. `isLeft`: also where those are empty.
 */
export function withoutShown(
  rows: Rows,
  columns: readonly GridColumn[],
  { blank }: { blank: boolean },
): Rows {
  const left = new Set<number>();
  let at = 0;
  for (const { Show } of columns) {
    const texts = textsAt(rows, at);
    const filled = texts.filter((text) => !isBlank(text));
    const isShown = filled.length > 0 ? filled.every((text) => words.test(text)) : blank;
    if (Show && isShown) left.add(at);
    if (!Show || isShown) at += 1;
  }
  return without(rows, left);
}
