import { describe, expect, test } from "vitest";
import { applyFix } from "#room/billing/apply-fix.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { type ClaimEdits, type DiagnosisCheck, type Facts, diagnosisCheckKey } from "#room/billing/facts.ts";
import type { Severity } from "#room/billing/finding.ts";
import { scrub } from "#room/billing/scrub.ts";
import type { ClaimPair, UnitLimit } from "#room/contract/operations/claim-checks.ts";
import { formatPath, parsePath } from "#room/contract/issues.ts";
import { buildDiagnosis, buildEvent } from "./builders.ts";

/** A case: what is set in a clear event, and what the rule must then report ("" = nothing). */
export interface RuleCase {
  readonly set: Readonly<Record<string, unknown>>;
  readonly says: Severity | "";
  /** How often; once if absent. */
  readonly times?: number;
  /** The expected place; not checked if absent. */
  readonly at?: string;
  /** What the fix sets; it resolves the finding and leaves everything else as it was. Absent: there is no fix. */
  readonly fixed?: RuleCase["set"];
  /** What the other fix sets, where there are two. */
  readonly orFixed?: RuleCase["set"];
  /** What the message has in it. */
  readonly tells?: string;
  /** What the fix is called. */
  readonly named?: string;
  readonly facts?: Facts;
}

export const row = "visitCharged.charges[0]";
export const dx = "visitCharged.diagnosis";
export const two = [buildDiagnosis(0), buildDiagnosis(1)];
export const line = buildEvent().visitCharged.charges[0];
export const usd = (amount: unknown) => ({ currency: "USD", amount });
export const checked = (code: string, answer: DiagnosisCheck): Facts => ({
  diagnosisChecks: new Map([[diagnosisCheckKey("ICD-10-CM", code, "2026-11-02"), answer]]),
});

/** Facts in which the service has these claim edits for the event's day. */
export function edited(edits: Partial<ClaimEdits>): Facts {
  const none = { svcDate: "2026-11-02", quarter: "2026 Q4", pairs: [], limits: [] };
  return { claimEdits: { ...none, ...edits } };
}
export function pairOf(column1: string, column2: string, modifierIndicator: 0 | 1): ClaimPair {
  const rationale = "Standards of medical/surgical practice";
  return { column1, column2, modifierIndicator, inForceFrom: "2020-01-01", rationale };
}
export function limitOf(code: string, units: number, adjudicationIndicator: 1 | 2 | 3): UnitLimit {
  return { code, units, adjudicationIndicator, rationale: "Nature of Service/Procedure" };
}

/** A clear event with these members set. */
export function changedEvent(set: RuleCase["set"]): DraftEvent {
  const edits = Object.entries(set).map(
    ([path, value]) => ({ kind: "set", path: parsePath(path), value }) as const,
  );
  return applyFix<DraftEvent>(buildEvent(), { edits });
}

function testCase(
  rule: string,
  { set, says, times = 1, at, fixed, orFixed, tells = "", named, facts = {} }: RuleCase,
): void {
  const event = changedEvent(set);
  const found = scrub(event, facts).filter((finding) => finding.ruleId === rule);
  if (says === "") {
    expect(found).toEqual([]);
    return;
  }
  expect(found).toHaveLength(times);
  const [finding] = found;
  expect(finding).toMatchObject({ severity: says });
  if (at !== undefined) expect(formatPath(finding?.path ?? [])).toBe(at);
  expect(finding?.message).toMatch(/^\S.*\.$/);
  expect(finding?.message).toContain(tells);
  if (named !== undefined) expect(finding?.fix?.label).toBe(named);
  for (const [fix, sets] of [
    [finding?.fix, fixed],
    [finding?.otherFix, orFixed],
  ] as const) {
    expect(fix !== undefined).toBe(sets !== undefined);
    if (!fix) continue;
    const after = applyFix(event, fix);
    expect(after).toEqual(changedEvent({ ...set, ...sets }));
    expect(scrub(after, facts).filter(({ ruleId }) => ruleId === rule).length).toBeLessThan(found.length);
  }
}

/** The tests of one scrub rule. */
export function testRule(rule: string, cases: readonly RuleCase[]): void {
  describe(rule, () => {
    test("has a case in which it speaks", () => {
      expect(cases.filter(({ says }) => says !== "")).not.toEqual([]);
    });
    test.each(cases)('with $set it says "$says"', (one) => testCase(rule, one));
  });
}
