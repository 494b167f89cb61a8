import { useCommands } from "#room/ui/commands.ts";

function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function toTable(): void {
  focusFirst("table[aria-label='Visit charges'] tr[data-index][tabindex='0']");
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
    keys("find", "Find visits", "/", () => focusFirst("input[type=search]")),
    keys("table", "To the table, then ↑ ↓ Home End", "t", toTable),
    keys("retry", "In the table: retry the visit", "r", toTable),
    keys("remove", "In the table: remove from this device", "delete", toTable),
  ]);
}
