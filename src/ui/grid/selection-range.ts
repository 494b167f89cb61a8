import type { GridShape, Selection } from "./selection-types.ts";

export interface CellRange extends GridShape {
  readonly isWhole: boolean;
}

export function between(list: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)];
  return a < 0 || b < 0
    ? list.filter((each) => each === from)
    : list.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export function rangeOf({ active, head, rows }: Selection, shape: GridShape): CellRange {
  if (rows) {
    const { members } = shape;
    return { rowIds: shape.rowIds.filter((id) => rows.has(id)), members, isWhole: true };
  }
  if (!active || !head || !shape.rowIds.includes(active.rowId))
    return { rowIds: [], members: [], isWhole: false };
  const members = between(shape.members, active.member, head.member);
  return {
    rowIds: between(shape.rowIds, active.rowId, head.rowId),
    members: members.length === 0 ? [active.member] : members,
    isWhole: false,
  };
}

export function isRange({ rowIds, members, isWhole }: CellRange): boolean {
  return isWhole || rowIds.length > 1 || members.length > 1;
}
