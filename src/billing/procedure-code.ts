/** The classes of procedure code that a claim line may carry. */
export type ProcedureClass = "CPT I" | "CPT II" | "CPT III" | "PLA" | "HCPCS II";

/** The class that the shape tells; undefined when it is of no known class. Written in any case. */
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
  // Compared before it is tested: these two run for every line at every key.
  if (bare >= "99202" && bare <= "99499") return fiveDigits.test(bare);
  return eyeVisits.has(bare);
}

/** Surgery section, without drawing blood (36415, 36416), which asks for no modifier 25 on the visit. */
export function isMinorSurgery(code: string | null | undefined): boolean {
  const bare = (code ?? "").trim();
  if (bare < "10004" || bare > "69990" || bare === "36415" || bare === "36416") return false;
  return fiveDigits.test(bare);
}

/** Modifiers as they are compared: trimmed, capitals, blanks left out. */
export function modifiersOf(charge: { readonly modifier?: readonly string[] | null | undefined }): string[] {
  if (!charge.modifier || charge.modifier.length === 0) return [];
  return charge.modifier.map((text) => text.trim().toUpperCase()).filter((text) => text !== "");
}

/** The modifiers that say a service was a distinct one. */
export const distinctServiceModifiers: ReadonlySet<string> = new Set(["59", "XE", "XS", "XP", "XU"]);
/** With one of these a second line of the same procedure is meant. */
export const repeatModifiers: ReadonlySet<string> = new Set(["76", "77", "91", ...distinctServiceModifiers]);
