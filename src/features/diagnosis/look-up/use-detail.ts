import { useQuery } from "@tanstack/react-query";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { todayHere } from "#room/api/today-here.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Question } from "#room/features/diagnosis/question.ts";

const shortest = 3;

function requestOf({ code, codeSystemName, svcDate }: Question): RequestOf<"describeDiagnosis"> {
  return {
    code: code.trim(),
    ...(codeSystemName === "" ? {} : { codeSystemName }),
    svcDate: calendarDateOf(svcDate) ?? todayHere(),
  };
}

/** The code's hierarchy, if the service provides it. Refetched when the sets change. */
export function useDetail(question: Question) {
  const mayAsk = useServiceConfig().extensions.includes("describeDiagnosis");
  const version = useCodeSets().data?.version ?? "";
  const query = operationQuery("describeDiagnosis", requestOf(question));
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, version],
    enabled: mayAsk && question.code.trim().length >= shortest,
  });
  return { canDescribe: mayAsk, detail: mayAsk ? data : undefined };
}
