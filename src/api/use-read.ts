import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { retryWords, describeFailure, type FailureWords } from "./describe-failure.ts";

/** What a read (`operationQuery`) returned, or why it failed: the props of `Fetched`. */
export function useRead<T>(options: UseQueryOptions<T>) {
  const { data, error, isFetching, refetch } = useQuery(options);
  return { data, failure: error ? wordsOf(error) : undefined, isFetching, onRetry: () => void refetch() };
}

function wordsOf(error: Error): FailureWords {
  const words = describeFailure(error);
  return { ...words, advice: retryWords(error) ?? words.advice };
}
