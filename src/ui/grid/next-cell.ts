import type { CellAddress } from "./grid-types.ts";

interface Line {
  /** The columns worth typing in, in order among all edited ones. */
  readonly entry: readonly string[];
  readonly members: readonly string[];
  readonly rowIds: readonly string[];
  readonly text: (rowId: string, member: string) => string;
  /** The column where the run of Tab and Enter started. */
  readonly home: string | undefined;
}

/**
 * Where Enter goes: nowhere from an empty entry cell, else to the next empty one of the line, else to the start column of
 * the next line. Undefined when there is no line below.
 */
export function nextCell({ rowId, member }: CellAddress, line: Line): CellAddress | undefined {
  const { entry, members, rowIds, text, home } = line;
  if (entry.includes(member) && text(rowId, member).trim() === "") return { rowId, member };
  const place = members.indexOf(member);
  const open = entry.find((each) => members.indexOf(each) > place && text(rowId, each).trim() === "");
  if (open !== undefined) return { rowId, member: open };
  const below = rowIds[rowIds.indexOf(rowId) + 1];
  return below === undefined ? undefined : { rowId: below, member: home ?? member };
}
