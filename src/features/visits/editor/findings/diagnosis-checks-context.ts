import { createContext, useContext } from "react";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";

export type CheckedCodes = ReadonlyMap<string, DiagnosisCheck | undefined>;

export const DiagnosisChecksContext = createContext<CheckedCodes>(new Map());

export function useRowCheck(rowId: string): DiagnosisCheck {
  return useContext(DiagnosisChecksContext).get(rowId) ?? { state: "empty" };
}
