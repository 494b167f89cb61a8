import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { mostFound } from "#room/contract/operations/message-search.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { parseSearch } from "./search-query.ts";

/** While somebody types, the service is asked only at rests. Milliseconds. */
const restMs = 250;

export type FoundByWords = ReturnType<typeof useFoundByWords>;

/** Asks the service; without the extension nothing is found. The words are never part of an address. */
export function useFoundByWords(text: string) {
  const canAsk = useServiceConfig().extensions.includes("searchMessages");
  const words = useMemo(
    () =>
      parseSearch(text)
        .words.map((word) => (/\s/.test(word) ? `"${word}"` : word))
        .join(" "),
    [text],
  );
  const rested = useDebounced(words, restMs, undefined);
  const isAsked = canAsk && /[\p{L}\p{N}]/u.test(words);
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["searchMessages", words],
    queryFn: ({ pageParam, signal }) =>
      callOperation(
        "searchMessages",
        { text: words, folder: "all", limit: mostFound, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isAsked && rested === words,
    retry: false,
    gcTime: 60_000,
    staleTime: 10_000,
  });
  return useMemo(() => {
    const pages = isAsked ? data?.pages : undefined;
    const messages = pages?.flatMap(({ summaries }) => summaries);
    return {
      messages,
      ids: messages && new Set(messages.map(({ messageId }) => messageId)),
      hasFailed: isAsked && isError,
      isLooking: isAsked && (isFetching || rested !== words),
      more: pages && hasNextPage ? () => void fetchNextPage() : undefined,
      isComplete: pages?.every(({ isComplete }) => isComplete) ?? true,
    };
  }, [data, isAsked, isFetching, isError, rested, words, hasNextPage, fetchNextPage]);
}
