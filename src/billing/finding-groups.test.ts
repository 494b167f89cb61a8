import { describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import type { DraftEvent } from "./draft-event.ts";
import { applyFixes, fixAllLabel, groupFindings } from "./finding-groups.ts";
import type { Fix } from "./finding.ts";
import { scrub } from "./scrub.ts";

function grouped(event: DraftEvent, ruleId: string) {
  const groups = groupFindings(scrub(event).map((finding) => ({ finding })));
  return groups.find(({ items: [first] }) => first.finding.ruleId === ruleId);
}

function fixesOf(event: DraftEvent, ruleId: string): [Fix, ...Fix[]] {
  const fixes = grouped(event, ruleId)?.items.flatMap(({ finding }) => finding.fix ?? []) ?? [];
  const [first, ...rest] = fixes;
  if (!first) throw new Error(`${ruleId} has no fix here`);
  return [first, ...rest];
}

const withCharges = (charges: readonly object[]): DraftEvent => {
  const event = buildEvent({ charges: 6 });
  return {
    ...event,
    visitCharged: {
      ...event.visitCharged,
      charges: event.visitCharged.charges.map((row, index) => ({ ...row, ...charges[index] })),
    },
  };
};

describe("findings of one kind", () => {
  it("have one fix, which ends them all", () => {
    const event = withCharges([{}, { modifier: ["25"] }, { modifier: ["25", "59"] }, { modifier: ["25"] }]);
    const fixes = fixesOf(event, "modifier-25");
    expect(fixAllLabel(fixes, "charges")).toBe("Remove 25 from 3 lines");
    expect(scrub(applyFixes(event, fixes))).toEqual([]);
  });

  it("stand together where only their amounts differ", () => {
    const event = withCharges([{ arAmount: null }, { arAmount: null }]);
    const fixes = fixesOf(event, "line-balance");
    expect(fixAllLabel(fixes, "charges")).toBe("Recalculate A/R on 2 lines");
    expect(applyFixes(event, fixes).visitCharged?.charges?.map(({ arAmount }) => arAmount?.amount)).toEqual(
      buildEvent({ charges: 6 }).visitCharged.charges.map(({ arAmount }) => arAmount?.amount),
    );
  });

  it("take out whole rows, and count one fix once", () => {
    const event = buildEvent({ diagnoses: 3 });
    const [one, two, three] = event.visitCharged.diagnosis ?? [];
    const diagnosis = [one, one, two, one, three].map((row, index) => ({ ...row, priority: index + 1 }));
    const twice = { ...event, visitCharged: { ...event.visitCharged, diagnosis } };
    const fixed = applyFixes<DraftEvent>(twice, fixesOf(twice, "diagnosis-twice"));
    expect(fixed.visitCharged?.diagnosis?.map(({ icd10DiagCode }) => icd10DiagCode)).toEqual(
      event.visitCharged.diagnosis?.map(({ icd10DiagCode }) => icd10DiagCode),
    );
    const same = [one, two, three].map((row) => ({ ...row, priority: 1 }));
    const numbered = { ...event, visitCharged: { ...event.visitCharged, diagnosis: same } };
    expect(fixAllLabel(fixesOf(numbered, "diagnosis-priority"), "diagnosis")).toBe("Number them in order");
  });
});
