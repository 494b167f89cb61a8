import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

/** The most messages asked about in one request; the rest follow once the list is shorter. */
const maxAtOnce = 200;
const askAgainMs = 10_000;

export interface SentAnswers {
  /** Undefined: the service was not asked, cannot be asked, or has not answered yet. */
  readonly known: ReadonlyMap<string, SentMessageReply> | undefined;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** Asks the service about these messages repeatedly, as long as `isOpen` says there may be more to learn. */
export function useSentAnswers(
  entries: readonly MessageEntry[],
  isOpen: (known: ReadonlyMap<string, SentMessageReply>) => boolean,
): SentAnswers {
  const canAsk = useServiceConfig().extensions.includes("findSentMessages");
  const clientMessageIds = entries
    .flatMap((entry) => entry.clientMessageId ?? [])
    .slice(0, maxAtOnce)
    .toSorted();
  const { data, dataUpdatedAt } = useQuery({
    ...operationQuery("findSentMessages", { clientMessageIds }),
    enabled: canAsk && clientMessageIds.length > 0,
    select: ({ messages }) => new Map(messages.map((one) => [one.clientMessageId, one])),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data && !isOpen(new Map(state.data.messages.map((one) => [one.clientMessageId, one])))
        ? false
        : askAgainMs,
  });
  return { known: data, checkedAt: dataUpdatedAt };
}
