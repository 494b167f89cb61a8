import { describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { withDiagnosis, withoutDiagnosis } from "./add-to-visit.ts";

describe("a code added to a visit in work", () => {
  const event = buildEvent();

  it("is refused when the visit has it, dotted or not", () => {
    const once = withDiagnosis(event, "J44.9", "ICD-10-CM");
    expect(once && withDiagnosis(once, "j449", "ICD-10-CM")).toBeUndefined();
  });

  it("is added last in its system's list, changing nothing else", () => {
    const ten = withDiagnosis(event, "J44.9", "ICD-10-CM");
    const before = event.visitCharged?.diagnosis ?? [];
    expect(ten?.visitCharged?.diagnosis).toEqual([
      ...before,
      { icd10DiagCode: "J44.9", priority: before.length + 1 },
    ]);
    const nine = withDiagnosis(event, "250.00", "ICD-9-CM");
    expect(nine?.visitCharged?.diagnosis?.at(-1)).toMatchObject({ icd9DiagCode: "250.00" });
  });

  it("is taken out again by undo, and nothing else is", () => {
    const added = withDiagnosis(event, "J44.9", "ICD-10-CM");
    expect(added && withoutDiagnosis(added, "J44.9")).toEqual(event);
    expect(withoutDiagnosis(event, "J44.9")).toEqual(event);
  });
});
