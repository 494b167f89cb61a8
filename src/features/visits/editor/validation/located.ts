import type { Finding, Severity } from "#room/billing/finding.ts";
import { isSamePlace, type Place } from "#room/features/visits/editor/draft/place.ts";

/** A finding and its field. The paths of a row finding start at the row. */
export interface Located {
  readonly key: string;
  readonly finding: Finding;
  readonly place: Place | undefined;
  /** True when the finding's paths start at its row. */
  readonly isOfRow: boolean;
}

const order: Readonly<Record<Severity, number>> = { block: 0, warn: 1, note: 2 };

export function keyOf(finding: Finding, rowId: string): string {
  return `${rowId} ${finding.ruleId} ${finding.path.join(".")} ${finding.message} ${finding.severity}`;
}

const waysOut = ({ fix, otherFix }: Finding) => JSON.stringify([fix, otherFix]);

/** The same fault at the same place with the same fixes, whatever the wording. */
export function isSameFault({ finding }: Located, other: Located | undefined): boolean {
  return (
    finding.ruleId === other?.finding.ruleId &&
    finding.severity === other.finding.severity &&
    finding.path.join(".") === other.finding.path.join(".") &&
    waysOut(finding) === waysOut(other.finding)
  );
}

/** Equal in everything shown or done about it: a moved row, or another value to write, makes a different finding. */
function isSame(one: Located, other: Located | undefined): boolean {
  if (one === other) return true;
  if (one.key !== other?.key || (one.place === undefined) !== (other.place === undefined)) return false;
  const stands = !one.place || !other.place || isSamePlace(one.place, other.place);
  return stands && waysOut(one.finding) === waysOut(other.finding);
}

export function isSameList(one: readonly Located[], other: readonly Located[]): boolean {
  return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
}

/** Blocking findings first, without duplicates. */
export function inOrder(found: readonly Located[]): readonly Located[] {
  const byKey = new Map<string, Located>();
  for (const each of found) if (!byKey.has(each.key)) byKey.set(each.key, each);
  return [...byKey.values()].sort((a, b) => order[a.finding.severity] - order[b.finding.severity]);
}

/** Whether one of our own rules already blocks at the same place: the contract and the service need not say it again. */
export function isReported({ place, finding }: Located, own: readonly Located[]): boolean {
  return own.some((each) => {
    if (each.finding.severity !== "block") return false;
    return each.place && place
      ? isSamePlace(each.place, place)
      : each.finding.path.join() === finding.path.join();
  });
}
