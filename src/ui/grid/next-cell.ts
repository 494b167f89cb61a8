import type { CellAddress } from "./grid-types.ts";

interface Line {
  /** The columns worth typing in, in their order among all that are edited. */
  readonly entry: readonly string[];
  readonly members: readonly string[];
  readonly rowIds: readonly string[];
  readonly text: (rowId: string, member: string) => string;
  /** Where the run of Tab and Enter began. */
  readonly home: string | undefined;
}

/**
 * Where Enter goes on to: the next cell of the line that is worth typing in and still empty, else the next line,
 * where the run began. Undefined: there is no line below.
 */
export function nextCell({ rowId, member }: CellAddress, line: Line): CellAddress | undefined {
  const { entry, members, rowIds, text, home } = line;
  const place = members.indexOf(member);
  const open = entry.find((each) => members.indexOf(each) > place && text(rowId, each).trim() === "");
  if (open !== undefined) return { rowId, member: open };
  const below = rowIds[rowIds.indexOf(rowId) + 1];
  return below === undefined ? undefined : { rowId: below, member: home ?? member };
}
