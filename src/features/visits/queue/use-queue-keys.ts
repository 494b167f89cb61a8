import { useEffect } from "react";
import { useCommands } from "#room/ui/commands.ts";

const table = "table[aria-label='Visit charges']";
const activeRow = `${table} tr[data-index][tabindex='0']`;

function focusFirst(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** To its active row; once its rows are drawn, if the table is new. */
export function toTable(isWanted = () => false): void {
  const isThere = focusFirst(activeRow);
  if (!isThere && isWanted() && document.querySelector(table) !== null)
    requestAnimationFrame(() => toTable(isWanted));
}

/** The first arrow on a page that nobody touched yet is for its table. */
function onFirstKey(event: KeyboardEvent): void {
  const isFree = document.activeElement?.matches("body,h1");
  if (isFree && ["ArrowUp", "ArrowDown", " "].includes(event.key) && focusFirst(activeRow))
    event.preventDefault();
}

export function useQueueKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", onFirstKey);
    return () => document.removeEventListener("keydown", onFirstKey);
  }, []);
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
