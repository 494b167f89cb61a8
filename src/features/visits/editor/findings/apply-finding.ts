import { applyFixes, fixAllLabel } from "#room/billing/finding-groups.ts";
import type { Fix } from "#room/billing/finding.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import { isSameField } from "#room/features/visits/editor/draft/field-ref.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";

export type FixKey = "fix" | "otherFix";

function fixesOf(group: readonly FieldFinding[], which: FixKey): readonly Fix[] {
  return group.flatMap(({ finding }) => finding[which] ?? []);
}

/** "Remove 25 from 15 lines"; undefined if a finding of the group has no fix. */
export function fixLabel(group: readonly FieldFinding[], which: FixKey): string | undefined {
  const [first, ...rest] = fixesOf(group, which);
  if (!first || rest.length + 1 < group.length) return undefined;
  const place = group[0]?.place;
  return group.length === 1
    ? first.label
    : fixAllLabel([first, ...rest], place && "list" in place ? place.list : undefined);
}

/** Whether it is the fix that was offered: of the same fault at the same place, whatever was typed since. */
function isOffered(now: FieldFinding, offered: FieldFinding, which: FixKey): boolean {
  const isThere =
    now.place && offered.place ? isSameField(now.place, offered.place) : now.key === offered.key;
  const [one, other] = [now.finding, offered.finding];
  return isThere && one.ruleId === other.ruleId && one[which]?.label === other[which]?.label;
}

/**
 * Applies the fixes of these findings as one undo step and stays at the first. They are looked up again, since a fix names
 * rows by their number in the event, which may have changed since it was offered.
 */
export function applyFindings(
  session: EditorSession,
  group: readonly FieldFinding[],
  which: FixKey = "fix",
): void {
  const { visit, findings } = session;
  const now = findings.settled().filter((each) => group.some((one) => isOffered(each, one, which)));
  const label = fixLabel(now, which);
  if (label === undefined) return;
  adoptEvent(visit, applyFixes(visit.event(), fixesOf(now, which)), label);
  const place = now[0]?.place;
  if (place) session.focus(place);
}
