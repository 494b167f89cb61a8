import { toast } from "#room/ui/toast-store.ts";
import type { GridParts } from "./grid-parts.ts";

export function rangeActions({ rowIds, selection, source, focusCell }: GridParts) {
  const clear = () => {
    const range = selection.range();
    if (range.isWhole) remove();
    else source.writeAll(range, "");
  };

  const fillDown = () => {
    const range = selection.range();
    const [first = ""] = range.rowIds;
    const above = rowIds[rowIds.indexOf(first) - 1];
    if (range.rowIds.length > 1) source.fillDown(range.rowIds, range.members);
    else if (above !== undefined) source.fillDown([above, first], range.members);
    else
      toast({
        title: "There’s no line above to copy from",
        detail: "Select the lines below too: then Ctrl+D fills them from this one.",
      });
  };

  const remove = () => {
    const { rowIds: gone } = selection.range();
    const { active } = selection.now();
    const row = rowIds.indexOf(gone.at(-1) ?? "");
    const next =
      rowIds.find((id, at) => at > row && !gone.includes(id)) ?? rowIds.findLast((id) => !gone.includes(id));
    source.remove(gone);
    if (next !== undefined && active) focusCell({ rowId: next, member: active.member });
  };

  const moveRows = (by: -1 | 1) => {
    const { rowIds: moving } = selection.range();
    const { active } = selection.now();
    source.moveTo(moving, rowIds.indexOf(moving[0] ?? "") + by);
    if (active) focusCell(active);
  };

  return { clear, fillDown, remove, moveRows };
}
