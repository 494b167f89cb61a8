import { codeOf, findDiagnosis, linksOf } from "#room/billing/diagnosis-identity.ts";
import { procedureClassOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, type RuleResult, clean } from "#room/billing/rule.ts";
import { bareDiagnosisCode, codeSystemOn, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";

/** Words are no code that could be added, and 99213 is a diagnosis only as an ICD-9 code of that time. */
function isCode(text: string, serviceDate: string | undefined): boolean {
  return codeSystems.some(
    (system) =>
      bareDiagnosisCode(text, system) !== undefined &&
      (system === "ICD-10-CM" ||
        codeSystemOn(serviceDate) === system ||
        procedureClassOf(text) === undefined),
  );
}

/** 99213 or 0001F, where a diagnosis is meant; J1100 could be J11.00. */
function isOnlyProcedure(text: string, serviceDate: string | undefined): boolean {
  return procedureClassOf(text) !== undefined && !isCode(text, serviceDate);
}

export const diagnosisLinks: ChargeRule = {
  id: "diagnosis-links",
  scope: "charge",
  severity: "block",
  title:
    "A charge billed to a payer is linked to one to four of the visit's diagnoses, the main one first; other charges need no link.",
  source: "F11: X12 C004; 837P pointer edits",
  check(charge, { diagnoses, limits, serviceDate }) {
    const path = ["indicatedBy"];
    const indicatedBy = charge.indicatedBy ?? [];
    // Without a payer there is no claim that needs a diagnosis pointer.
    const severity = charge.billtoPayer === true ? "block" : "warn";
    if (indicatedBy.length === 0) {
      const message =
        severity === "block"
          ? "Link a diagnosis to this charge: payers don’t pay without one."
          : "Link a diagnosis to this charge if there is one. No payer is billed, so it can go without.";
      const [main] = diagnoses;
      if (main === undefined) return [{ path, severity, message }];
      const label = `Link ${codeOf(main) || "the first diagnosis"}`;
      const edits = [{ kind: "set", path, value: [{ ...main }] } as const];
      return [{ path, severity, message, fix: { label, edits } }];
    }
    const known = linksOf(charge, diagnoses).filter((link) => link.index !== undefined);
    const results: RuleResult[] = [];
    if (known.length < indicatedBy.length) {
      const foreign = indicatedBy.filter((entry) => findDiagnosis(entry, diagnoses) === undefined);
      const names = foreign.map((entry) => codeOf(entry) || "A diagnosis without a code").join(", ");
      const value = known.map((link) => link.diagnosis);
      const unlink = { label: `Unlink ${names}`, edits: [{ kind: "set", path, value } as const] };
      const canAdd =
        foreign.every((entry) => isCode(codeOf(entry), serviceDate)) &&
        diagnoses.length + foreign.length <= limits.diagnosesPerVisit;
      const add = {
        label: `Add diagnosis ${names}`,
        edits: foreign.map(
          (entry) => ({ kind: "add-diagnosis", path: ["visitCharged", "diagnosis"], value: entry }) as const,
        ),
      };
      const isProcedure = foreign.every((entry) => isOnlyProcedure(codeOf(entry), serviceDate));
      const [is, are] = isProcedure
        ? ["is a procedure code, not a diagnosis.", "are procedure codes, not diagnoses."]
        : ["isn’t a diagnosis of this visit.", "aren’t diagnoses of this visit."];
      const ways = canAdd ? { fix: add, otherFix: unlink } : { fix: unlink };
      results.push({ path, severity, message: `${names} ${foreign.length === 1 ? is : are}`, ...ways });
    }
    if (indicatedBy.length > limits.diagnosesPerCharge) {
      const message = `A claim line points to up to ${limits.diagnosesPerCharge} diagnoses; this one has ${indicatedBy.length}.`;
      results.push({ path, severity: "warn", message });
    }
    return results.length === 0 ? clean : results;
  },
};
