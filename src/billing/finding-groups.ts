import { applyFix } from "./apply-fix.ts";
import type { Finding, Fix, Severity } from "./finding.ts";

/** Similar findings: the same rule with the same fix, or the same message when there is no fix. */
export interface FindingGroup<Item> {
  readonly key: string;
  readonly severity: Severity;
  readonly items: readonly [Item, ...Item[]];
}

function kindOf({ ruleId, severity, fix, message }: Finding): string {
  return `${ruleId} ${severity} ${fix ? `fix ${fix.kind ?? fix.label}` : message}`;
}

export function groupFindings<Item extends { readonly finding: Finding }>(
  items: readonly Item[],
): readonly FindingGroup<Item>[] {
  const groups = new Map<string, { severity: Severity; items: [Item, ...Item[]] }>();
  for (const item of items) {
    const key = kindOf(item.finding);
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { severity: item.finding.severity, items: [item] });
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** The row noun for a fix that covers several rows: "15 lines". */
const rowWords: Readonly<Record<string, readonly [string, string]>> = {
  charges: ["line", "lines"],
  diagnosis: ["diagnosis", "diagnoses"],
  payments: ["payment", "payments"],
};

/** The label for fixing a whole group: "Remove 25 from 15 lines". `list` is the list that has the rows. */
export function fixAllLabel(fixes: readonly [Fix, ...Fix[]], list: string | undefined): string {
  const [first] = fixes;
  const isOne = fixes.every((fix) => JSON.stringify(fix.edits) === JSON.stringify(first.edits));
  if (isOne) return first.label;
  const order = first.kind ?? first.label;
  const [one, many] = rowWords[list ?? ""] ?? ["place", "places"];
  const joint = /^(?:remove|unlink)\b/i.test(order) ? "from" : /^(?:add|link)\b/i.test(order) ? "to" : "on";
  return `${order} ${joint} ${fixes.length} ${fixes.length === 1 ? one : many}`;
}

/** The index of the row a fix removes or moves; undefined when it only sets members and adds. */
function movedRow(fix: Fix): number | undefined {
  const edit = fix.edits.find(({ kind }) => kind === "remove" || kind === "move");
  return edit && Number(edit.path.at(-1));
}

/**
 * Applies several fixes, each made for the current value. Members are set first, then rows are removed from last to
 * first, so that indexes stay valid.
 */
export function applyFixes<T>(value: T, fixes: readonly Fix[]): T {
  const sets = fixes.filter((fix) => movedRow(fix) === undefined);
  const moves = fixes
    .filter((fix) => movedRow(fix) !== undefined)
    .sort((a, b) => (movedRow(b) ?? 0) - (movedRow(a) ?? 0));
  return [...sets, ...moves].reduce((current, fix) => applyFix(current, fix), value);
}
