import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { retryWords, describeFailure, type FailureWords } from "./describe-failure.ts";

export function useRead<T>(options: UseQueryOptions<T>) {
  const { data, error, isFetching, refetch } = useQuery(options);
  return { data, failure: failureOf({ error }), isFetching, onRetry: () => void refetch() };
}

export function failureOf({ error }: { readonly error: Error | null }): FailureWords | undefined {
  if (error === null) return undefined;
  const words = describeFailure(error);
  return { ...words, advice: retryWords(error) ?? words.advice };
}
