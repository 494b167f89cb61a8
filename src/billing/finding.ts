/** Block: not sent. Warn: asked once, may be sent. Note: worth knowing. */
export type Severity = "block" | "warn" | "note";

export type Path = readonly (string | number)[];

/** One step of a fix. Paths are as the finding's path: from the event, or from the row for a row's finding. */
export type Edit =
  | { readonly kind: "set"; readonly path: Path; readonly value: unknown }
  /** Takes a row out of its list; the path ends in its index. */
  | { readonly kind: "remove"; readonly path: Path }
  /** Moves a row within its list; the path ends in its index, `to` is its new index. */
  | { readonly kind: "move"; readonly path: Path; readonly to: number };

/** What one key does about a finding. The edits are applied in order. */
export interface Fix {
  /** An order: "Remove the second E11.9". */
  readonly label: string;
  /** What the fixes of several rows have in common, where their labels differ: "Recalculate A/R". */
  readonly kind?: string;
  readonly edits: readonly Edit[];
}

/** Something about an event that a biller should see before it is sent. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  /** Where: `["visitCharged", "charges", 1, "cpt"]`; from the row itself in what `scrubCharge` and its like give. */
  readonly path: Path;
  /** A plain sentence: what is wrong and what it means. */
  readonly message: string;
  /** Where the rule comes from. */
  readonly source: string;
  readonly fix?: Fix;
}

/** Where a rule comes from, without the number that it has in our own list. */
export function sourceWords({ source }: Finding): string {
  const words = source.replace(/^(?:F\d+(?:, )?)+: /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Moves a row's finding to its place in the event. */
export function findingAt(base: Path, finding: Finding): Finding {
  const moved = { ...finding, path: [...base, ...finding.path] };
  if (!finding.fix) return moved;
  const edits = finding.fix.edits.map((edit) => ({ ...edit, path: [...base, ...edit.path] }));
  return { ...moved, fix: { ...finding.fix, edits } };
}

export interface FindingCounts {
  readonly block: number;
  readonly warn: number;
  readonly note: number;
}

/** How many of each severity. */
export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { block: 0, warn: 0, note: 0 };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}

/** "2 problems to fix, 1 warning"; "No problems found" when there are none. Notes are not counted. */
export function describeCounts(counts: FindingCounts): string {
  const parts: string[] = [];
  if (counts.block > 0)
    parts.push(counts.block === 1 ? "1 problem to fix" : `${counts.block} problems to fix`);
  if (counts.warn > 0) parts.push(counts.warn === 1 ? "1 warning" : `${counts.warn} warnings`);
  return parts.length === 0 ? "No problems found" : parts.join(", ");
}
