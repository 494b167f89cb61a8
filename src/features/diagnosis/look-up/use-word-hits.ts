import { useQuery } from "@tanstack/react-query";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Question } from "./use-question.ts";

const shortest = 2;

/** Codes that the words mean, or that begin so; cancelled as soon as other words are typed. */
export function useWordHits({ code, codeSystemName, svcDate }: Question) {
  const mayAsk = useServiceConfig().extensions.includes("searchDiagnoses");
  const words = code.trim();
  const date = calendarDateOf(svcDate);
  const { data, error, isFetching } = useQuery({
    ...operationQuery("searchDiagnoses", {
      query: words,
      limit: 10,
      ...(codeSystemName === "" ? {} : { codeSystemName }),
      ...(date === undefined ? {} : { svcDate: date }),
    }),
    enabled: mayAsk && words.length >= shortest && words.length <= 200,
    placeholderData: (before) => before,
    staleTime: 300_000,
  });
  const canSearch = mayAsk && !isMissingOperation(error);
  const isAsked = canSearch && words.length >= shortest;
  return {
    canSearch,
    hits: isAsked ? (data?.codes ?? []) : [],
    isStarterSet: data?.isStarterSet === true,
    isSearching: isAsked && isFetching,
    error: canSearch ? error : null,
  };
}
