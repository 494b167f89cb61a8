import { applyFix } from "./apply-fix.ts";
import type { Finding, Fix, Severity } from "./finding.ts";

/** Findings of one kind: the same rule with the same way out, or the same words where there is none. */
export interface FindingGroup<Item> {
  readonly key: string;
  readonly severity: Severity;
  readonly items: readonly [Item, ...Item[]];
}

function kindOf({ ruleId, severity, fix, message }: Finding): string {
  return `${ruleId} ${severity} ${fix ? `fix ${fix.kind ?? fix.label}` : message}`;
}

/** Brings findings of one kind together, in the order of the first of each. */
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

/** What the rows of a list are called where a fix works on several: "15 lines". */
const rowWords: Readonly<Record<string, readonly [string, string]>> = {
  charges: ["line", "lines"],
  diagnosis: ["diagnosis", "diagnoses"],
  payments: ["payment", "payments"],
};

/** One fix for all of a group, in words: "Remove 25 from 15 lines". `list`: where the rows stand. */
export function fixAllLabel(fixes: readonly [Fix, ...Fix[]], list: string | undefined): string {
  const [first] = fixes;
  const isOne = fixes.every((fix) => JSON.stringify(fix.edits) === JSON.stringify(first.edits));
  if (isOne) return first.label;
  const order = first.kind ?? first.label;
  const [one, many] = rowWords[list ?? ""] ?? ["place", "places"];
  const joint = /^(?:remove|unlink)\b/i.test(order) ? "from" : /^(?:add|link)\b/i.test(order) ? "to" : "on";
  return `${order} ${joint} ${fixes.length} ${fixes.length === 1 ? one : many}`;
}

/** The index of the row that a fix takes out or moves; none where it only sets members. */
function movedRow(fix: Fix): number | undefined {
  const edit = fix.edits.find(({ kind }) => kind !== "set");
  return edit && Number(edit.path.at(-1));
}

/**
 * The value after all of these fixes, each made for the value as it is now: what sets members goes first, then rows
 * are taken out from the last to the first, so that no index means another row by then.
 */
export function applyFixes<T>(value: T, fixes: readonly Fix[]): T {
  const sets = fixes.filter((fix) => movedRow(fix) === undefined);
  const moves = fixes
    .filter((fix) => movedRow(fix) !== undefined)
    .sort((a, b) => (movedRow(b) ?? 0) - (movedRow(a) ?? 0));
  return [...sets, ...moves].reduce((current, fix) => applyFix(current, fix), value);
}
