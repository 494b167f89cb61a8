import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeSetRecord } from "#room/server/store/code-set-record.ts";
import type { CodeSet } from "#room/contract/schemas/code-set.ts";

export type LoadedSet = CodeSetRecord;

/** A fiscal year of the federal government: October 1 of the year before to September 30. */
export function inForce(fiscalYear: number): { inForceFrom: string; inForceTo: string } {
  return { inForceFrom: `${fiscalYear - 1}-10-01`, inForceTo: `${fiscalYear}-09-30` };
}

export function nameOfYear(system: CodeSystem, fiscalYear: number): string {
  return `${system} FY${fiscalYear}`;
}

export function nameOfMapping(source: CodeSystem): string {
  return source === "ICD-9-CM" ? "GEM ICD-9-CM to ICD-10-CM" : "GEM ICD-10-CM to ICD-9-CM";
}

/** Quarterly files: level II procedures and claim edits. Annual ones have only a year. */
export function nameOfProcedures(release: string): string {
  return `HCPCS ${release}`;
}
export const nameOfOwnList = "CPT list of this clinic";
export function nameOfPairs(quarter: string, part: number): string {
  return `NCCI pairs ${quarter}${part === 0 ? "" : `, file ${part}`}`;
}
export function nameOfLimits(quarter: string): string {
  return `NCCI unit limits ${quarter}`;
}

export function codeSetOf(set: LoadedSet): CodeSet {
  return {
    name: set.name,
    kind: set.kind,
    codeSystemName: set.system,
    fiscalYear: set.fiscalYear || undefined,
    inForceFrom: set.inForceFrom || undefined,
    inForceTo: set.inForceTo || undefined,
    billable: set.billable,
    headers: set.headers,
    origin: set.origin,
    checksum: set.checksum || undefined,
    importedOn: set.importedOn || undefined,
    importedBy: set.importedBy || undefined,
  };
}
