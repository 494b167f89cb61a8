import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { registry } from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { useCodeSets } from "./code-sets-query.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { serviceConfig } from "./service-config.ts";

/** The codes of a visit's charges, and its date; without a date nothing is requested. */
export interface ChargeCodes {
  readonly codes: readonly string[];
  readonly svcDate: string | undefined;
}

type CheckKey = "checkClaimEdits" | "checkProcedures";
type Ask<T> = (request: { codes: string[]; svcDate: string }, signal: AbortSignal) => Promise<T>;

/** An answer, or why there is none. */
export interface ChargeCheck<T> {
  readonly answer: T | undefined;
  /** Null: none yet. */
  readonly error: unknown;
  /** It will be requested when the network is back. */
  readonly isOffline: boolean;
  again(): void;
}

/**
 * What the service says about a visit's codes on its date; undefined until known. While other codes are being checked,
 * the previous answer stays, since it is per code.
 */
function useChargeCheck<T>(
  key: CheckKey,
  { codes, svcDate }: ChargeCodes,
  ask: Ask<T>,
): ChargeCheck<T & { svcDate: string }> {
  const version = useCodeSets().data?.version ?? "";
  const mayAsk = serviceConfig().extensions.includes(key) && svcDate !== undefined && codes.length > 0;
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: [key, version, svcDate, codes],
    queryFn: async ({ signal }) => {
      const day = svcDate ?? "";
      return { ...(await ask({ codes: [...codes], svcDate: day }, signal)), svcDate: day };
    },
    enabled: mayAsk,
    staleTime: registry[key].freshMs,
    placeholderData: keepPreviousData,
    retry: isWorthRetrying,
  });
  return {
    answer: mayAsk ? data : undefined,
    error: mayAsk ? error : null,
    isOffline: mayAsk && fetchStatus === "paused",
    again: () => void refetch(),
  };
}

/** The claim edits between the codes, with their date. */
export function useClaimEdits(charges: ChargeCodes) {
  return useChargeCheck("checkClaimEdits", charges, (request, signal) =>
    callOperation("checkClaimEdits", request, { signal }),
  ).answer;
}

/** What the procedure lists say about the codes, with its date. */
export function useProcedureChecks(charges: ChargeCodes) {
  return useChargeCheck("checkProcedures", charges, (request, signal) =>
    callOperation("checkProcedures", request, { signal }),
  );
}
