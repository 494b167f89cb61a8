/** The name used to search procedures and modifiers, in place of a diagnosis code system. */
export const procedureSystem = "HCPCS";

/** True for HCPCS and CPT in any usual spelling: one list covers both. */
export function isProcedureSystem(name: string | null | undefined): boolean {
  return /^(?:hcpcs|cpt)/i.test(name?.trim() ?? "");
}
