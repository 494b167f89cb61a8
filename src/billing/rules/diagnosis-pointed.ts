import { diagnosisLetter, linksOf } from "#room/billing/diagnosis-identity.ts";
import type { Fix } from "#room/billing/finding.ts";
import { clean, type VisitRule } from "#room/billing/rule.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";

const externalCauses = { "ICD-10-CM": /^[V-Y]/i, "ICD-9-CM": /^E/i } as const;

export const diagnosisPointed: VisitRule = {
  id: "diagnosis-pointed",
  scope: "visit",
  severity: "note",
  title:
    "A charge points to each diagnosis of the visit, external causes aside, once any charge points to one.",
  source: "F11: X12 C004; 837P pointer edits",
  check(event, { diagnoses, serviceDate, limits }) {
    const charges = event.visitCharged?.charges ?? [];
    const pointed = new Set(
      charges.flatMap((charge) => linksOf(charge, diagnoses).map(({ index }) => index)),
    );
    // Charges without any link are told so themselves.
    if (pointed.size === 0) return clean;
    return diagnoses.flatMap((row, index) => {
      const given = codeThatCounts(row, serviceDate);
      if (!given || pointed.has(index) || externalCauses[given.system].test(given.code)) return [];
      const path = ["visitCharged", "diagnosis", index, given.member] as const;
      const message = `No charge points to ${diagnosisLetter(index)} (${given.code}). Link it to the charge it explains, or remove it.`;
      const [charge, ...others] = charges;
      const links = charge?.indicatedBy ?? [];
      // With several charges only a person knows which one it explains.
      if (others.length > 0 || links.length >= limits.diagnosesPerCharge) return [{ path, message }];
      const fix: Fix = {
        label: `Link ${given.code}`,
        edits: [
          { kind: "set", path: ["visitCharged", "charges", 0, "indicatedBy"], value: [...links, { ...row }] },
        ],
      };
      return [{ path, message, fix }];
    });
  },
};
