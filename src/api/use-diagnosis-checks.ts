import { useQueries, useQueryClient } from "@tanstack/react-query";
import { mayAsk, useCodeSets } from "./code-sets-query.ts";
import {
  type DiagnosisQuestion,
  type DiagnosisCheck,
  shortestCode,
  checkQuery,
  checkRequest,
  emptyCheck,
  checkOf,
  uncheckedOf,
  checkUnderWay,
  checkKey,
} from "./diagnosis-check.ts";

/** The version of the sets, empty when the service has none; undefined until known. */
function useSetVersion(): string | undefined {
  const { data, isError } = useCodeSets();
  if (!mayAsk() || isError || data === null) return "";
  return data?.version;
}

function isAskable(question: DiagnosisQuestion): boolean {
  return question.code.trim().length >= shortestCode;
}

/** Checks codes, a few at a time; answers are shared by all pages and kept for the day while the sets stay the same. */
export function useDiagnosisChecks(questions: readonly DiagnosisQuestion[]): DiagnosisCheck[] {
  const version = useSetVersion();
  const results = useQueries({
    queries: questions.map((question) => ({
      ...checkQuery(checkRequest(question), version ?? ""),
      enabled: version !== undefined && isAskable(question),
    })),
  });
  return questions.map((question, index) => {
    if (!isAskable(question)) return emptyCheck;
    const result = results[index];
    if (result?.data) return checkOf(result.data);
    return result?.isError === true ? uncheckedOf(result.error) : checkUnderWay;
  });
}

export function useDiagnosisCheck(question: DiagnosisQuestion): DiagnosisCheck {
  return useDiagnosisChecks([question])[0] ?? emptyCheck;
}

/** After an import: discards answers from the previous sets. */
export function useForgetDiagnosisChecks(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.removeQueries({ queryKey: [checkKey] });
    await client.invalidateQueries({ queryKey: ["code-sets"] });
  };
}
