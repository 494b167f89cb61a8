import { clinicToday } from "#room/api/clinic-today.ts";
import { codeSystemOf, codeSystemOn, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { DiagnosisSearch } from "./diagnosis-search.ts";

export interface Question {
  readonly code: string;
  /** "" for the service date's system; a procedure has none. */
  readonly codeSystemName: string;
  /** "" for today. */
  readonly svcDate: string;
}

export type QuestionTab = "lookup" | "procedures";

export function questionOf({ code = "", codeSystemName = "", svcDate = "" }: DiagnosisSearch): Question {
  return { code, codeSystemName: codeSystemOf(codeSystemName) ?? codeSystemName, svcDate };
}

export function addressOf({ code, codeSystemName, svcDate }: Question, tab: QuestionTab): DiagnosisSearch {
  const members = { code: code.trim() || undefined, svcDate: svcDate || undefined };
  return tab === "procedures"
    ? { tab, ...members }
    : { ...members, codeSystemName: codeSystemName || undefined };
}

export function systemOf({ codeSystemName, svcDate }: Question): CodeSystem | undefined {
  if (codeSystemName !== "") return codeSystemOf(codeSystemName);
  return codeSystemOn(calendarDateOf(svcDate) ?? clinicToday());
}
