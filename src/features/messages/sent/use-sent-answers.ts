import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

/** What the service knows of messages; of more it is asked when the list is shorter. */
const mostAtOnce = 200;
const askAgainMs = 10_000;

export interface SentAnswers {
  /** Undefined: the service was not asked, cannot be asked, or did not answer yet. */
  readonly known: ReadonlyMap<string, SentMessageReply> | undefined;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** Asks the service about these messages, again and again as long as `isOpen` says that more may be learned. */
export function useSentAnswers(
  entries: readonly MessageEntry[],
  isOpen: (known: ReadonlyMap<string, SentMessageReply>) => boolean,
): SentAnswers {
  const canAsk = useServiceConfig().extensions.includes("findSentMessages");
  const clientMessageIds = entries
    .flatMap((entry) => entry.clientMessageId ?? [])
    .slice(0, mostAtOnce)
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
  return { known: data, askedAt: dataUpdatedAt };
}
