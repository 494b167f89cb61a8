import type { KeyboardEvent, RefObject } from "react";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import type { Selection } from "#room/ui/use-selection.ts";
import type { RowAction } from "#room/features/visits/list/visits-row-props.ts";

interface KeyMove {
  readonly to?: number;
  readonly does?: "toggle" | "extend" | "clear" | "all" | "open" | "retry" | "remove";
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface TablePlace {
  readonly active: number;
  readonly count: number;
  readonly page: number;
  /** False when a control inside the row has the focus, which handles Space and Enter itself. */
  readonly isOnRow: boolean;
}

/** Undefined for keys the table ignores. */
export function keyMove(press: KeyPress, { active, count, page, isOnRow }: TablePlace): KeyMove | undefined {
  if (press.altKey || count === 0) return undefined;
  const to = (index: number) => ({ to: Math.min(count - 1, Math.max(0, index)) });
  const hasMod = press.ctrlKey || press.metaKey;
  if (hasMod) return press.key.toLowerCase() === "a" ? { does: "all" } : undefined;
  switch (press.key) {
    case "ArrowDown":
      return to(active + 1);
    case "ArrowUp":
      return to(active - 1);
    case "PageDown":
      return to(active + page);
    case "PageUp":
      return to(active - page);
    case "Home":
      return to(0);
    case "End":
      return to(count - 1);
    case " ":
      return isOnRow ? { does: press.shiftKey ? "extend" : "toggle" } : undefined;
    case "Escape":
      return { does: "clear" };
    case "Enter":
      return isOnRow ? { does: "open" } : undefined;
    case "r":
    case "R":
      return { does: "retry" };
    case "Delete":
      return { does: "remove" };
    default:
      return undefined;
  }
}

interface TableKeys {
  readonly rows: readonly ListRow[];
  readonly selection: Selection<ListRow, string>;
  readonly onAct: (action: RowAction, eventId: string) => void;
  readonly onRemove: (eventIds: readonly string[]) => void;
  readonly active: number;
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly moveTo: (index: number) => void;
  readonly open: (eventId: string) => void;
}

export function useTableKeys(options: TableKeys) {
  const { rows, selection, onAct, onRemove, active, rowHeight, scroller, moveTo, open } = options;
  const { toggle, extendTo } = selection;
  return (event: KeyboardEvent) => {
    const target = event.target;
    if (!(target instanceof HTMLElement) || target.closest("tr[data-index]") === null) return;
    const row = rows[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
    const move = keyMove(event, { active, count: rows.length, page, isOnRow: target.tagName === "TR" });
    if (move === undefined || row === undefined || (move.does === "clear" && selection.ids.size === 0))
      return;
    event.preventDefault();
    if (move.to !== undefined) {
      if (event.shiftKey && !selection.ids.has(row.eventId)) toggle(row.eventId);
      moveTo(move.to);
      const next = rows[move.to];
      if (event.shiftKey && next) extendTo(next.eventId);
    }
    if (move.does === "toggle") toggle(row.eventId);
    if (move.does === "extend") extendTo(row.eventId);
    if (move.does === "clear") selection.clear();
    if (move.does === "all") selection.selectAll();
    if (move.does === "open") open(row.eventId);
    if (move.does === "retry") onAct(row.here?.hasIncoming ? "merge" : "retry", row.eventId);
    if (move.does === "remove")
      onRemove(selection.ids.size > 0 ? selection.rows.map((each) => each.eventId) : [row.eventId]);
  };
}
