export type ProcedureClass = "CPT I" | "CPT II" | "CPT III" | "PLA" | "HCPCS II";

/** The class according to the code's shape, in any case; undefined for none of them. */
export function procedureClassOf(code: string): ProcedureClass | undefined {
  const bare = code.trim().toUpperCase();
  if (/^\d{5}$/.test(bare)) return "CPT I";
  if (/^\d{4}F$/.test(bare)) return "CPT II";
  if (/^\d{4}T$/.test(bare)) return "CPT III";
  if (/^\d{4}[UM]$/.test(bare)) return "PLA";
  if (/^[A-V]\d{4}$/.test(bare)) return "HCPCS II";
  return undefined;
}

const fiveDigits = /^\d{5}$/;
const eyeVisits: ReadonlySet<string> = new Set(["92002", "92004", "92012", "92014"]);

/** Evaluation and management: 99202 to 99499, and the eye visits 92002 to 92014. */
export function isEvaluation(code: string | null | undefined): boolean {
  const bare = (code ?? "").trim();
  // Compared before the pattern is tested: these two run for every line on every keystroke.
  if (bare >= "99202" && bare <= "99499") return fiveDigits.test(bare);
  return eyeVisits.has(bare);
}

/** Surgery section, except drawing blood (36415, 36416), which needs no modifier 25 on the visit. */
export function isMinorSurgery(code: string | null | undefined): boolean {
  const bare = (code ?? "").trim();
  if (bare < "10004" || bare > "69990" || bare === "36415" || bare === "36416") return false;
  return fiveDigits.test(bare);
}

/** Modifiers in the form used for comparison: trimmed, upper case, no blanks. */
export function modifiersOf(charge: { readonly modifier?: readonly string[] | null | undefined }): string[] {
  if (!charge.modifier || charge.modifier.length === 0) return [];
  return charge.modifier.map((text) => text.trim().toUpperCase()).filter((text) => text !== "");
}

export const distinctServiceModifiers: ReadonlySet<string> = new Set(["59", "XE", "XS", "XP", "XU"]);
/** Modifiers that mark an intended second line of the same procedure. */
export const repeatModifiers: ReadonlySet<string> = new Set(["76", "77", "91", ...distinctServiceModifiers]);
