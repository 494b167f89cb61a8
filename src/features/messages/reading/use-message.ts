import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isMissingOperation } from "#room/api/failures.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";

export type MessageReply = ResponseOf<"getMessage">;

export type MessageState =
  | { at: "loading" }
  | { at: "loaded"; reply: MessageReply }
  /** The service has no GetMessage: only the summary can be shown. */
  | { at: "no-bodies" }
  | { at: "failed"; error: unknown; again(): void };

/** Learned once per page load from a 404 or 405, so that not every message tries again. */
const service = { lacksIt: false };

/** Holding j down must not fetch every message it passes. Milliseconds. */
const restMs = 120;

const messageQuery = (messageId: number) => ({
  ...operationQuery("getMessage", { messageId }),
  // It can be large, so it is not cached for long.
  gcTime: 60_000,
  structuralSharing: false as const,
});

/** One full message once it has come; undefined if the service has none. Throws when it fails, or is left before. */
export async function messageOnceLoaded(
  client: QueryClient,
  messageId: number,
): Promise<MessageReply | undefined> {
  if (service.lacksIt) return undefined;
  try {
    return await client.ensureQueryData(messageQuery(messageId));
  } catch (error) {
    if (isMissingOperation(error)) return undefined;
    throw error;
  }
}

/** One full message, if the service can provide it. */
export function useMessage(messageId: number): MessageState {
  const rested = useDebounced(messageId, restMs, undefined);
  const { data, error, refetch } = useQuery({
    ...messageQuery(messageId),
    enabled: rested === messageId && !service.lacksIt,
  });
  const isMissing = error !== null && isMissingOperation(error);
  useEffect(() => {
    if (isMissing) service.lacksIt = true;
  }, [isMissing]);
  if (isMissing || service.lacksIt) return { at: "no-bodies" };
  if (data?.email) return { at: "loaded", reply: data };
  if (error) return { at: "failed", error, again: () => void refetch() };
  return { at: "loading" };
}
