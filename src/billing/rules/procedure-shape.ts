import { isBlank } from "#room/billing/draft-event.ts";
import { procedureClassOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";
import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";

export const procedureShape: ChargeRule = {
  id: "procedure-shape",
  scope: "charge",
  severity: "block",
  title: "A procedure code is five letters or digits, of a known class (CPT I, II, III, PLA, HCPCS II).",
  source: "F12: 837P procedure code edits; classes from CPT and HCPCS guides",
  check({ cpt }) {
    if (typeof cpt !== "string" || isBlank(cpt)) return clean;
    // "S93.40" without its dot would be another code.
    if (cpt.includes(".") && bareDiagnosisCode(cpt, "ICD-10-CM") !== undefined)
      return [{ path: ["cpt"], message: `${cpt.trim()} is a diagnosis code, not a procedure code.` }];
    const tidy = cpt.replaceAll(/[\s.-]/g, "").toUpperCase();
    const fix = { label: `Change to ${tidy}`, edits: [{ kind: "set", path: ["cpt"], value: tidy } as const] };
    if (!/^[A-Za-z0-9]{5}$/.test(cpt)) {
      const tidied = /^[A-Z0-9]{5}$/.test(tidy) ? { fix } : {};
      const message = `“${cpt}” isn’t a valid procedure code: it needs five letters or digits.`;
      return [{ path: ["cpt"], message, ...tidied }];
    }
    if (procedureClassOf(cpt) === undefined) {
      const message = `“${cpt}” doesn’t look like CPT (99213), Category II (0001F), Category III (0042T) or HCPCS (J1100).`;
      return [{ path: ["cpt"], severity: "warn", message }];
    }
    if (tidy === cpt) return clean;
    return [{ path: ["cpt"], severity: "note", message: "Procedure codes use capital letters.", fix }];
  },
};
