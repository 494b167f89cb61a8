import { useQuery } from "@tanstack/react-query";
import type { ReadKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { comesAgainWords, describeFailure, type FailureWords } from "./describe-failure.ts";
import { operationQuery } from "./operation-query.ts";

interface Read<T> {
  readonly data: T | undefined;
  readonly failure: FailureWords | undefined;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

/** What a read operation returned, or why it failed: the props of `Fetched`. */
export function useRead<K extends ReadKey>(
  key: K,
  request: RequestOf<K>,
  more: { readonly refetchInterval?: number; readonly placeholderData?: (before: ResponseOf<K> | undefined) => ResponseOf<K> | undefined } = {},
): Read<ResponseOf<K>> {
  const { data, error, isFetching, refetch } = useQuery<ResponseOf<K>, Error>({
    ...operationQuery(key, request),
    ...more,
  });
  return { data, failure: error ? wordsOf(error) : undefined, isFetching, onRetry: () => void refetch() };
}

function wordsOf(error: Error): FailureWords {
  const words = describeFailure(error);
  return { ...words, advice: comesAgainWords(error) ?? words.advice };
}
