import { counted } from "#room/contract/primitives/counted.ts";
import { capital } from "./capital.ts";
import type { DraftDiagnosis } from "./draft-event.ts";

/** block: cannot be sent. warn: needs confirmation. note: informational. */
export type Severity = "block" | "warn" | "note";

export type Path = readonly (string | number)[];

/** One step of a fix. Paths start where the finding's path does: at the event, or at the row for a row's finding. */
export type Edit =
  | { readonly kind: "set"; readonly path: Path; readonly value: unknown }
  /** Removes a row from its list; the path ends in its index. */
  | { readonly kind: "remove"; readonly path: Path }
  /** Moves a row within its list; the path ends in its index, `to` is its new index. */
  | { readonly kind: "move"; readonly path: Path; readonly to: number }
  /** Adds a diagnosis to the visit unless it is there. The path is the list's, from the event, in a row's finding too. */
  | { readonly kind: "add-diagnosis"; readonly path: Path; readonly value: DraftDiagnosis };

/** A fix applied with one key. Edits run in order. */
export interface Fix {
  /** In the imperative: "Remove the second E11.9". */
  readonly label: string;
  /** The shared label for fixes on several rows whose own labels differ: "Recalculate A/R". */
  readonly kind?: string;
  readonly edits: readonly Edit[];
}

/** Something a biller should see about an event before it is sent. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  /** For example `["visitCharged", "charges", 1, "cpt"]`. */
  readonly path: Path;
  /** A plain sentence: what is wrong and what it means. */
  readonly message: string;
  readonly source: string;
  readonly fix?: Fix;
  /** The other way out, where there are two. */
  readonly otherFix?: Fix;
}

/** The rule's source without its number in our own list. */
export function sourceWords({ source }: Finding): string {
  const words = source.replace(/^(?:F\d+(?:, )?)+: /, "");
  return capital(words);
}

function fixAt(base: Path, fix: Fix): Fix {
  const edits = fix.edits.map((edit) =>
    edit.kind === "add-diagnosis" ? edit : { ...edit, path: [...base, ...edit.path] },
  );
  return { ...fix, edits };
}

export function findingAt(base: Path, finding: Finding): Finding {
  const { fix, otherFix } = finding;
  return {
    ...finding,
    path: [...base, ...finding.path],
    ...(fix && { fix: fixAt(base, fix) }),
    ...(otherFix && { otherFix: fixAt(base, otherFix) }),
  };
}

export type FindingCounts = Readonly<ReturnType<typeof countFindings>>;

export function countFindings(findings: readonly Finding[]) {
  const counts = { block: 0, warn: 0, note: 0 };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}

/** "2 problems to fix, 1 warning", or "No problems found". Notes are not counted. */
export function describeCounts(counts: FindingCounts): string {
  const parts: string[] = [];
  if (counts.block > 0) parts.push(counted(counts.block, "problem to fix", "problems to fix"));
  if (counts.warn > 0) parts.push(counted(counts.warn, "warning"));
  return parts.length === 0 ? "No problems found" : parts.join(", ");
}
