import { numberOfText } from "#room/forms/leaf-text.ts";
import type { CellAddress } from "#room/forms/grid/grid-types.ts";
import { kindOf, tidyText } from "#room/features/visits/editor/tidy-text.ts";
import type { ListName, RowDraft } from "./draft.ts";
import { freshRow } from "./new-rows.ts";
import { rowWords } from "./row-actions.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { writeCell } from "./write-cell.ts";

/** Cells from a spreadsheet, and where they are to go: from a cell on, over these columns. */
export interface Block {
  readonly list: ListName;
  readonly at: CellAddress;
  readonly cells: readonly (readonly string[])[];
  readonly members: readonly string[];
}

const headings =
  /^(?:cpt|code|procedure|mod|modifiers?|diag\w*|icd\S*|qty|quantity|units?|charges?|amount|paid|type|notes?|a\/r)$/i;

/** True when the first line names columns instead of holding values. */
export function hasHeadings({ cells }: Block): boolean {
  const first = cells[0]?.filter((text) => text.trim() !== "") ?? [];
  return first.length > 0 && first.every((text) => headings.test(text.trim()));
}

/** Texts that would not be read in their column. */
export function isReadable(block: Block, column: number, text: string): boolean {
  const member = block.members[column];
  if (member === undefined) return text.trim() === "";
  const place = { list: block.list, rowId: block.at.rowId, member };
  const tidied = tidyText(place, text);
  const kind = kindOf(place);
  if (tidied === "") return true;
  if (kind === "number") return numberOfText(tidied) !== undefined;
  if (kind === "flag") return tidied === "true" || tidied === "false";
  return kind !== "guid" || /^[0-9a-f]{32}$/.test(tidied);
}

/** Why a block should be looked at before it goes in; none when it simply fits. */
export function problemsOf(block: Block): string[] {
  const problems: string[] = [];
  const width = Math.max(...block.cells.map((row) => row.length));
  const over = width - block.members.length;
  if (over > 0) problems.push(`${over} of its ${width} columns have no place to the right of this cell.`);
  if (hasHeadings(block)) problems.push("The first line looks like headings.");
  const odd = block.cells.flatMap((row, at) =>
    at === 0 && hasHeadings(block) ? [] : row.map((text, column) => isReadable(block, column, text)),
  );
  const unread = odd.filter((readable) => !readable).length;
  if (unread > 0 && over <= 0) problems.push(`${unread} cells cannot be read in their columns.`);
  return problems;
}

/** Writes the block, adding rows as needed, as one step. Cells without a column are left out. */
export function insertBlock(visit: VisitDraft, { list, at, cells, members }: Block): void {
  const word = rowWords[list];
  visit.step(`Paste ${cells.length} ${cells.length === 1 ? word : `${word} rows`}`, () => {
    const start = visit.order()[list].indexOf(at.rowId);
    const missing = start + cells.length - visit.rows(list).length;
    let rows: readonly RowDraft[] = visit.rows(list);
    for (let added = 0; added < missing; added += 1) rows = [...rows, freshRow(visit, list, rows.length)];
    if (missing > 0) visit.setRows(list, rows, "Paste");
    for (const [down, row] of cells.entries()) {
      const rowId = visit.order()[list][start + down];
      for (const [across, text] of row.entries()) {
        const member = members[across];
        if (rowId === undefined || member === undefined) continue;
        const place = { list, rowId, member };
        // An empty A/R in the block is one to compute.
        if (member === "arAmount.amount" && text.trim() === "") continue;
        writeCell(visit, place, text, "Paste");
      }
    }
  });
}
