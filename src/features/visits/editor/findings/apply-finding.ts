import { applyFixes, fixAllLabel } from "#room/billing/finding-groups.ts";
import type { Fix } from "#room/billing/finding.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";

export type FixKey = "fix" | "otherFix";

function fixesOf(session: EditorSession, group: readonly FieldFinding[], which: FixKey): readonly Fix[] {
  return group.flatMap((located) => session.findings.absolute(located)[which] ?? []);
}

/** "Remove 25 from 15 lines"; undefined if a finding of the group has no fix. */
export function fixLabel(
  session: EditorSession,
  group: readonly FieldFinding[],
  which: FixKey = "fix",
): string | undefined {
  const [first, ...rest] = fixesOf(session, group, which);
  if (!first || rest.length + 1 < group.length) return undefined;
  const place = group[0]?.place;
  return group.length === 1
    ? first.label
    : fixAllLabel([first, ...rest], place && "list" in place ? place.list : undefined);
}

/** Applies the fixes of these findings as one undo step and stays at the first. */
export function applyFindings(
  session: EditorSession,
  group: readonly FieldFinding[],
  which: FixKey = "fix",
): void {
  const label = fixLabel(session, group, which);
  if (label === undefined) return;
  const { visit } = session;
  adoptEvent(visit, applyFixes(visit.event(), fixesOf(session, group, which)), label);
  const place = group[0]?.place;
  if (place) session.focus(place);
}
