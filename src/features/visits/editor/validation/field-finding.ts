import type { Finding, Severity } from "#room/billing/finding.ts";
import { isSameField, storedAt, type FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";

/** A finding and its field. The paths of a row finding start at the row. */
export interface FieldFinding {
  readonly key: string;
  readonly finding: Finding;
  readonly place: FieldRef | undefined;
  /** True when the finding's paths start at its row. */
  readonly isOfRow: boolean;
}

const order: Readonly<Record<Severity, number>> = { block: 0, warn: 1, note: 2 };

export function keyOf(finding: Finding, rowId: string): string {
  return `${rowId} ${finding.ruleId} ${finding.path.join(".")} ${finding.message} ${finding.severity}`;
}

const waysOut = ({ fix, otherFix }: Finding) => JSON.stringify([fix, otherFix]);

/** The same fault at the same place with the same fixes, whatever the wording. */
export function isSameFault({ finding }: FieldFinding, other: FieldFinding | undefined): boolean {
  return (
    finding.ruleId === other?.finding.ruleId &&
    finding.severity === other.finding.severity &&
    finding.path.join(".") === other.finding.path.join(".") &&
    waysOut(finding) === waysOut(other.finding)
  );
}

/** Equal in everything shown or done about it: a moved row, or another value to write, makes a different finding. */
function isSame(one: FieldFinding, other: FieldFinding | undefined): boolean {
  if (one === other) return true;
  if (one.key !== other?.key || (one.place === undefined) !== (other.place === undefined)) return false;
  const stands = !one.place || !other.place || isSameField(one.place, other.place);
  return stands && waysOut(one.finding) === waysOut(other.finding);
}

export function isSameList(one: readonly FieldFinding[], other: readonly FieldFinding[]): boolean {
  return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
}

/** Blocking findings first, without duplicates. */
export function inOrder(found: readonly FieldFinding[]): readonly FieldFinding[] {
  const byKey = new Map<string, FieldFinding>();
  for (const each of found) if (!byKey.has(each.key)) byKey.set(each.key, each);
  return [...byKey.values()].sort((a, b) => order[a.finding.severity] - order[b.finding.severity]);
}

function nameOf(place: FieldRef): string {
  const at = storedAt(place);
  return "path" in at ? at.path : `${at.list} ${at.rowId} ${at.member}`;
}

/**
 * Whether one of our own rules already blocks at the same place: the contract and the service need not say it again. Asked
 * of each of thousands of faults, against as many findings.
 */
export function reportedBy(own: readonly FieldFinding[]): (fault: FieldFinding) => boolean {
  const blocking = own.filter(({ finding }) => finding.severity === "block");
  const pathOf = ({ finding }: FieldFinding) => finding.path.join();
  const places = new Set(blocking.flatMap(({ place }) => (place ? [nameOf(place)] : [])));
  const placeless = new Set(blocking.flatMap((each) => (each.place ? [] : [pathOf(each)])));
  const paths = new Set(blocking.map(pathOf));
  return (fault) =>
    fault.place ? places.has(nameOf(fault.place)) || placeless.has(pathOf(fault)) : paths.has(pathOf(fault));
}
