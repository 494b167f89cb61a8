/** The name used to search procedures and modifiers, in place of a diagnosis code system. */
export const procedureSystem = "HCPCS";

/** True for HCPCS and CPT in any usual spelling: one list covers both. */
export function isProcedureSystem(name: string | null | undefined): boolean {
  return /^(?:hcpcs|cpt)/i.test(name?.trim() ?? "");
}

const namedModifier =
  /^\s*(?:mod(?:ifier)?(?:\.?[\s-]+|(?=\d))([\dA-Z]{2})|([\dA-Z]{2})\s+mod(?:ifier)?)\s*$/i;

/** The modifier that "modifier 25", "mod-RT" or "59 modifier" means; undefined for other texts. */
export function modifierNamed(text: string): string | undefined {
  const found = namedModifier.exec(text);
  return (found?.[1] ?? found?.[2])?.toUpperCase();
}
