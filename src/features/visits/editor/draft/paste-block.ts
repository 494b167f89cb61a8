import { counted } from "#room/contract/primitives/counted.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { delimiterOf, parseCells, type Delimiter } from "#room/ui/grid/tsv.ts";
import type { CellAddress, GridColumn } from "#room/ui/grid/grid-types.ts";
import { namedKindAt } from "./named-place.ts";
import { kindOf, tidyText } from "./tidy-text.ts";
import type { ListName, RowDraft } from "./draft.ts";
import { isFromSchedule } from "./filled.ts";
import { freshRow } from "./new-rows.ts";
import { headedColumns } from "./paste-headings.ts";
import { withoutTotals, withoutShown, withoutShownHeadings } from "./paste-totals.ts";
import { rowWords } from "./row-actions.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { writeCell } from "./write-cell.ts";

export interface Block {
  readonly list: ListName;
  readonly at: CellAddress;
  readonly cells: readonly (readonly string[])[];
  /** The target column of each pasted column; undefined if it has none. */
  readonly members: readonly (string | undefined)[];
  /** The first line of the text, if it contained headings. */
  readonly headings?: readonly string[];
  /** Headings of a column that another heading names better. */
  readonly doubles?: readonly string[];
  /** A heading of what is left out, as it may be for one unit of several. */
  readonly ofUnit?: string;
  /** The delimiter was guessed and may also occur within a text. */
  readonly guessed?: Delimiter;
  /** How many lines of totals were left out. */
  readonly totals?: number;
}

interface Pasted {
  readonly list: ListName;
  readonly at: CellAddress;
  readonly text: string;
  readonly members: readonly string[];
  readonly columns: readonly GridColumn[];
}

/**
 * Parses pasted text: by its headings, in any column order, else from the starting cell. Any other guess is shown to
 * the user first.
 */
export function blockOf(pasted: Pasted): Block {
  const block = readBlock(pasted);
  const cells = withoutTotals(block.cells);
  const totals = block.cells.length - cells.length;
  return totals === 0 || cells.length === 0 ? block : { ...block, cells, totals };
}

function readBlock({ list, at, text, members, columns }: Pasted): Block {
  for (const delimiter of ["\t", ";", ","] as const) {
    const rows = parseCells(text, delimiter);
    // Above the headings a title may stand, and blank lines; below the table blank ones.
    const table = rows.findIndex((row) => row.filter((cell) => !isBlank(cell)).length > 1);
    for (const top of new Set([0, Math.max(0, table)])) {
      const [headings = [], ...below] = withoutShownHeadings(rows.slice(top), columns);
      const cells = below.slice(0, below.findLastIndex((row) => !row.every(isBlank)) + 1);
      const headed = cells.length > 0 ? headedColumns(headings, columns, cells) : undefined;
      // A single word may be a value in a text column; several words in one line are split only if they are headings.
      if (headed && (delimiter === "\t" || headings.length > 1))
        return { list, at, cells, headings, ...headed };
    }
  }
  const delimiter = delimiterOf(text.replace(/\r?\n$/, ""));
  const cells = parseCells(text, delimiter);
  const from = columns.slice(columns.findIndex(({ member }) => member === at.member));
  const inSight = from.filter(({ member, Show }) => Show || members.includes(member));
  const blockOfWords = (isBlankToo: boolean): Block => ({
    list,
    at,
    members,
    ...(delimiter === "\t" ? {} : { guessed: delimiter }),
    cells: withoutShown(cells, inSight, isBlankToo),
  });
  const [worded, blank] = [blockOfWords(false), blockOfWords(true)];
  return oddCells(worded).length > 0 && oddCells(blank).length === 0 ? blank : worded;
}

export function isReadable(block: Block, column: number, text: string): boolean {
  const member = block.members[column];
  if (member === undefined) return text.trim() === "";
  const place = { list: block.list, rowId: block.at.rowId, member };
  const tidied = tidyText(place, text);
  const kind = kindOf(place);
  if (tidied === "") return true;
  if (kind === "number") return numberOfText(tidied) !== undefined;
  if (kind === "words") return tidied.split(" ").every((modifier) => /^[\dA-Z]{2}$/.test(modifier));
  if (kind === "flag") return tidied === "true" || tidied === "false";
  const named = namedKindAt(place);
  if (named !== undefined && namesNow().idOf(named, tidied) !== undefined) return true;
  return kind !== "guid" || /^[0-9a-f]{32}$/.test(tidied);
}

const signs: Readonly<Record<Delimiter, string>> = { "\t": "tab", ";": "semicolon", ",": "comma" };

/** The first amount that the grid's order of columns makes the units of a line, where nobody pasted it right there. */
function amountAsUnits({ cells, members }: Block): string | undefined {
  const column = members.indexOf("quantity");
  if (column < 1) return undefined;
  return cells.map((row) => row[column]?.trim() ?? "").find((text) => /^\$|\.\d\d$/.test(text));
}

function oddCells(block: Block): string[] {
  return block.cells.flatMap((row) =>
    row.filter((text, column) => block.members[column] !== undefined && !isReadable(block, column, text)),
  );
}

/** Reasons to review a block before inserting it; empty if it simply fits. */
export function problemsOf(block: Block): string[] {
  const problems: string[] = [];
  const { headings, doubles = [], ofUnit, guessed, totals } = block;
  const width = Math.max(...block.cells.map((row) => row.length));
  const over = width - block.members.length;
  const unnamed =
    headings?.filter(
      (text, at) => !isBlank(text) && block.members[at] === undefined && ![...doubles, ofUnit].includes(text),
    ) ?? [];
  if (unnamed.length > 0) problems.push(`No column here is called ${unnamed.join(", ")}: left out.`);
  else if (over > 0)
    problems.push(`${over} of its ${width} columns have no place to the right of this cell.`);
  if (doubles.length > 0)
    problems.push(`${doubles.join(", ")} left out: another column here is read as the same.`);
  if (ofUnit !== undefined)
    problems.push(
      `${ofUnit} left out: some lines have more than one unit, and it may be for one. Call it Charge if it’s for the line.`,
    );
  if (totals) problems.push(`${counted(totals, "line")} of totals left out.`);
  const amount = headings ? undefined : amountAsUnits(block);
  if (amount !== undefined)
    problems.push(
      `${amount} would be the quantity: copy the table with its headings, or paste it at another cell.`,
    );
  if (guessed)
    problems.push(`The text has no headings; it was read as columns with a ${signs[guessed]} between.`);
  const odd = oddCells(block);
  if (odd.length > 0 && over <= 0)
    problems.push(
      `${counted(odd.length, "cell")} can’t be read in ${odd.length === 1 ? "its column" : "their columns"}.`,
    );
  if (headings && problems.length > 0) problems.unshift("The first line was read as headings.");
  return problems;
}

/** A line for pasted values: its diagnosis links are not copied from the line above. */
function bareRow(visit: VisitDraft, list: ListName, at: number): RowDraft {
  const row: RowDraft = freshRow(visit, list, at);
  return "indicatedBy" in row ? { ...row, indicatedBy: [] } : row;
}

/** Inserts the block, adding rows as needed, as one undo step. Cells without a column are skipped. */
export function insertBlock(visit: VisitDraft, { list, at, cells, members }: Block): void {
  const word = rowWords[list];
  visit.step(`Paste ${cells.length} ${cells.length === 1 ? word : `${word} rows`}`, () => {
    const { length } = visit.rows(list);
    const found = visit.order()[list].indexOf(at.rowId);
    // A row that is gone by now: after the last one, never over another.
    const start = found < 0 ? length : found;
    const missing = start + cells.length - length;
    let rows: readonly RowDraft[] = visit.rows(list);
    for (let added = 0; added < missing; added += 1) rows = [...rows, bareRow(visit, list, rows.length)];
    if (missing > 0) visit.setRows(list, rows);
    for (const [down, row] of cells.entries()) {
      const rowId = visit.order()[list][start + down];
      for (const [across, text] of row.entries()) {
        const member = members[across];
        if (rowId === undefined || member === undefined) continue;
        const place = { list, rowId, member };
        // An empty A/R in the block is left to be computed, an empty charge to the fee schedule.
        const isPriced = member === "charge.amount" && isFromSchedule(visit, rowId, member);
        if (text.trim() === "" && (isPriced || member === "arAmount.amount")) continue;
        writeCell(visit, place, text, "Paste");
      }
    }
  });
}
