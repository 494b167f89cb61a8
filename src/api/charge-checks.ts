import { keepPreviousData, onlineManager, type QueryClient, useQuery } from "@tanstack/react-query";
import { registry, type ResponseOf } from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { codeSetsQuery, mayAsk as hasCodeSets, useCodeSets } from "./code-sets-query.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { serviceConfig } from "./service-config.ts";

/** The codes of a visit's charges, and its date; without a date nothing is requested. */
export interface ChargeCodes {
  readonly codes: readonly string[];
  readonly svcDate: string | undefined;
}

type CheckKey = "checkClaimEdits" | "checkProcedures";

const codeShape = /^[0-9A-Z]{5}$/;

export function chargeCodesOf(texts: readonly string[], svcDate: string | undefined): ChargeCodes {
  const codes = texts.map((text) => text.trim().toUpperCase()).filter((code) => codeShape.test(code));
  return { codes: [...new Set(codes)].toSorted(), svcDate };
}

export interface ChargeCheck<T> {
  readonly answer: T | undefined;
  /** Null: none yet. */
  readonly error: unknown;
  /** It will be requested when the network is back. */
  readonly isOffline: boolean;
  again(): void;
}

function isAsked(key: CheckKey, { codes, svcDate }: ChargeCodes): boolean {
  return serviceConfig().extensions.includes(key) && svcDate !== undefined && codes.length > 0;
}

type Ask<K extends CheckKey> = (
  request: { codes: string[]; svcDate: string },
  signal: AbortSignal,
) => Promise<ResponseOf<K>>;

const asks: { readonly [K in CheckKey]: Ask<K> } = {
  checkClaimEdits: (request, signal) => callOperation("checkClaimEdits", request, { signal }),
  checkProcedures: (request, signal) => callOperation("checkProcedures", request, { signal }),
};

/** One cache for the open visit and for checks before many are sent. */
function chargeQuery<K extends CheckKey>(key: K, { codes, svcDate = "" }: ChargeCodes, version: string) {
  return {
    queryKey: [key, version, svcDate, codes] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<K> & { svcDate: string }> => ({
      ...(await asks[key]({ codes: [...codes], svcDate }, signal)),
      svcDate,
    }),
    staleTime: registry[key].freshMs,
    retry: isWorthRetrying,
  };
}

/**
 * What the service says about a visit's codes on its date; undefined until known. While other codes are being checked,
 * the previous answer stays, since it is per code.
 */
function useChargeCheck<K extends CheckKey>(
  key: K,
  charges: ChargeCodes,
): ChargeCheck<ResponseOf<K> & { svcDate: string }> {
  const version = useCodeSets().data?.version ?? "";
  const mayAsk = isAsked(key, charges);
  const { data, error, fetchStatus, refetch } = useQuery({
    ...chargeQuery(key, charges, version),
    enabled: mayAsk,
    placeholderData: keepPreviousData,
  });
  return {
    answer: mayAsk ? data : undefined,
    error: mayAsk ? error : null,
    isOffline: mayAsk && fetchStatus === "paused",
    again: () => void refetch(),
  };
}

export function useClaimEdits(charges: ChargeCodes) {
  return useChargeCheck("checkClaimEdits", charges).answer;
}

export function useProcedureChecks(charges: ChargeCodes) {
  return useChargeCheck("checkProcedures", charges);
}

/** The same outside a component, asked once; undefined when the service cannot say. Never throws, never waits. */
export async function chargeCheck<K extends CheckKey>(client: QueryClient, key: K, charges: ChargeCodes) {
  if (!isAsked(key, charges) || !onlineManager.isOnline()) return undefined;
  try {
    const sets = hasCodeSets()
      ? await client.fetchQuery({ ...codeSetsQuery(), retry: false }).catch(() => null)
      : null;
    return await client.fetchQuery({ ...chargeQuery(key, charges, sets?.version ?? ""), retry: false });
  } catch {
    return undefined;
  }
}
