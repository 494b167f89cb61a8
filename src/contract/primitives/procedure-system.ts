/** What a search for procedures and modifiers is named by, where one for diagnoses names its code system. */
export const procedureSystem = "HCPCS";

/** True for HCPCS and CPT in any usual spelling: one list is searched for both. */
export function isProcedureSystem(name: string | null | undefined): boolean {
  return /^(?:hcpcs|cpt)/i.test(name?.trim() ?? "");
}
