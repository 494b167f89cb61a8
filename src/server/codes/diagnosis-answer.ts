import { dottedDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import type { DiagnosisTable } from "./code-table.ts";

export function diagnosisAt(table: DiagnosisTable, index: number, set: number): DiagnosisCode {
  return {
    code: dottedDiagnosisCode(table.codeAt(index), table.system),
    description: table.titleIn(index, set),
    codeSystemName: table.system,
    isChargeable: table.isBillableIn(index, set),
  };
}
