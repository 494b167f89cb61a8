export interface KeyMove {
  readonly to?: number;
  readonly does?: "toggle" | "all" | "open" | "retry" | "remove";
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
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
      return isOnRow ? { does: "toggle" } : undefined;
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
