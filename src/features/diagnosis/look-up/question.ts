import { todayHere } from "#room/api/today-here.ts";
import { codeSystemOf, codeSystemOn, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { QuestionForm } from "#room/features/diagnosis/use-asked.ts";

/** What the form holds, as typed. */
export interface Question {
  readonly code: string;
  /** "" for the system of the service date. */
  readonly codeSystemName: string;
  /** "" for today. */
  readonly svcDate: string;
}

export const questionForm: QuestionForm<Question> = {
  read: ({ code = "", codeSystemName = "", svcDate = "" }) => ({
    code,
    codeSystemName: codeSystemOf(codeSystemName) ?? codeSystemName,
    svcDate,
  }),
  write: ({ code, codeSystemName, svcDate }) => ({
    code: code.trim() || undefined,
    codeSystemName: codeSystemName || undefined,
    svcDate: svcDate || undefined,
  }),
};

/** The system that the question is about, as far as it can be told here. */
export function systemOf({ codeSystemName, svcDate }: Question): CodeSystem | undefined {
  if (codeSystemName !== "") return codeSystemOf(codeSystemName);
  return codeSystemOn(calendarDateOf(svcDate) ?? todayHere());
}
