import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { retryWords, describeFailure, type FailureWords } from "./describe-failure.ts";

/** What a read (`operationQuery`) returned, or why it failed: the props of `Fetched`. */
export function useRead<T>(options: UseQueryOptions<T>) {
  const { data, error, isFetching, refetch } = useQuery(options);
  return { data, failure: failureOf({ error }), isFetching, onRetry: () => void refetch() };
}

/** Why a read failed; undefined if it did not. */
export function failureOf({ error }: { readonly error: Error | null }): FailureWords | undefined {
  if (error === null) return undefined;
  const words = describeFailure(error);
  return { ...words, advice: retryWords(error) ?? words.advice };
}
