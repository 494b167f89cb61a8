import { useQuery } from "@tanstack/react-query";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";

/** The search: words, or the start of a code. Without a date: today. */
export interface CodeQuery {
  readonly words: string;
  readonly codeSystemName?: string;
  readonly svcDate?: string | undefined;
  readonly limit?: number;
  /** Only codes of this side, of this encounter, or billable ones. */
  readonly narrow?: NarrowCodes;
}

export type NarrowCodes = Pick<RequestOf<"searchDiagnoses">, "side" | "encounter" | "isBillable">;

const shortest = 2;
const longest = 200;

/** Codes matching the words or the start of a code; canceled when the text changes. */
export function useFoundCodes({
  words: typed,
  codeSystemName = "",
  svcDate,
  limit = 10,
  narrow = {},
}: CodeQuery) {
  const mayAsk = useServiceConfig().extensions.includes("searchDiagnoses");
  const words = typed.trim();
  const { data, error, isFetching } = useQuery({
    ...operationQuery("searchDiagnoses", {
      query: words,
      limit,
      ...narrow,
      ...(codeSystemName === "" ? {} : { codeSystemName }),
      svcDate: calendarDateOf(svcDate) ?? clinicToday(),
    }),
    enabled: mayAsk && words.length >= shortest && words.length <= longest,
    placeholderData: (before) => before,
  });
  const canSearch = mayAsk && !isMissingOperation(error);
  const isAsked = canSearch && words.length >= shortest;
  return {
    canSearch,
    codes: isAsked ? (data?.codes ?? []) : [],
    total: isAsked ? (data?.total ?? data?.codes.length ?? 0) : 0,
    isStarterSet: data?.isStarterSet === true,
    /** It is, or may be, a CPT service, and no CPT codes are loaded. */
    isCptMissing: isAsked && data?.isCptMissing === true,
    isSearching: isAsked && isFetching,
    error: canSearch ? error : null,
  };
}
