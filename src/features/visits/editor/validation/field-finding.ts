import type { Finding, Severity } from "#room/billing/finding.ts";
import { storedAt, type FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";

/** A finding and its field. */
export interface FieldFinding {
  readonly key: string;
  readonly finding: Finding;
  readonly place: FieldRef | undefined;
}

const order: Readonly<Record<Severity, number>> = { block: 0, warn: 1, note: 2 };

/** The same while its row moves among the others. */
export function keyOf({ path, ruleId, message, severity }: Finding, place: FieldRef | undefined): string {
  const [, , index, ...ofRow] = path;
  const isOfRow = place && "list" in place && typeof index === "number";
  const where = isOfRow ? [place.rowId, ...ofRow] : path;
  return `${where.join(".")} ${ruleId} ${message} ${severity}`;
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

/** Whether we block at the same place already: the service need not say it again. */
export function reportedBy(own: readonly FieldFinding[]): (fault: FieldFinding) => boolean {
  const blocking = own.filter(({ finding }) => finding.severity === "block");
  const pathOf = ({ finding }: FieldFinding) => finding.path.join();
  const places = new Set(blocking.flatMap(({ place }) => (place ? [nameOf(place)] : [])));
  const placeless = new Set(blocking.flatMap((each) => (each.place ? [] : [pathOf(each)])));
  const paths = new Set(blocking.map(pathOf));
  return (fault) =>
    fault.place ? places.has(nameOf(fault.place)) || placeless.has(pathOf(fault)) : paths.has(pathOf(fault));
}
