import { useCommands } from "#room/ui/commands.ts";

const table = "table[aria-label='Visit charges']";

function focusFirst(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** To its active row; once its rows are drawn, if the table is new. */
export function toTable(isWanted = () => false): void {
  const isThere = focusFirst(`${table} tr[data-index][tabindex='0']`);
  if (!isThere && isWanted() && document.querySelector(table) !== null)
    requestAnimationFrame(() => toTable(isWanted));
}

export function useQueueKeys(): void {
  const keys = (id: string, title: string, chord: string, run: () => void) => ({
    id: `queue-${id}`,
    title,
    keys: chord,
    group: "Visits",
    isKeyOnly: true,
    run,
  });
  useCommands([
    keys("find", "Find visits", "/", () => void focusFirst("input[type=search]")),
    keys("table", "To the table, then ↑ ↓ Home End", "t", () => toTable()),
    keys("retry", "In the table: retry the visit", "r", () => toTable()),
    keys("remove", "In the table: remove from this device", "delete", () => toTable()),
  ]);
}
