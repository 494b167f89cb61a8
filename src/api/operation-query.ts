import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { retryWords, describeFailure, type FailureWords } from "./describe-failure.ts";
import {
  registry,
  type OperationKey,
  type ReadKey,
  type RequestOf,
  type ResponseOf,
} from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { retryInterval } from "./retry-delay.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";

export function useRead<T>(options: UseQueryOptions<T>) {
  const { data, error, isFetching, refetch } = useQuery(options);
  return { data, failure: failureOf({ error }), isFetching, onRetry: () => void refetch() };
}

export function failureOf({ error }: { readonly error: Error | null }): FailureWords | undefined {
  if (error === null) return undefined;
  const words = describeFailure(error);
  return { ...words, advice: retryWords(error) ?? words.advice };
}

/** Options for useQuery. Reads only, by type: a write must not be cached or refetched automatically. */
export function operationQuery<K extends ReadKey>(key: K, request: RequestOf<K>) {
  return {
    queryKey: [key, request] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<K>> =>
      callOperation(key, request, { signal }),
    staleTime: registry[key].freshMs,
    retry: isWorthRetrying,
    refetchInterval: retryInterval,
  };
}

/** Options for useMutation. Never retried automatically. */
export function operationMutation<K extends OperationKey>(key: K) {
  return {
    mutationKey: [key] as const,
    mutationFn: (request: RequestOf<K>): Promise<ResponseOf<K>> => callOperation(key, request),
    retry: false as const,
  };
}
