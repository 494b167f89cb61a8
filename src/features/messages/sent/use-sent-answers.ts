import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { replyKeyOf } from "./attention.ts";

/** The most messages asked about in one request; the rest follow once the list is shorter. */
const maxAtOnce = 200;
export const askAgainMs = 10_000;

const byKey = (messages: readonly SentMessageReply[]) =>
  new Map(messages.map((one) => [replyKeyOf(one), one]));

/** Asks the service about these messages, and again after as long as `after` says: the milliseconds, or never. */
export function useSentAnswers(
  entries: readonly MessageEntry[],
  after: (known: ReadonlyMap<string, SentMessageReply>) => number | false,
) {
  const canAsk = useServiceConfig().extensions.includes("findSentMessages");
  const clientMessageIds = entries
    .flatMap((entry) => entry.clientMessageId ?? [])
    .slice(0, maxAtOnce)
    .toSorted();
  const { data, dataUpdatedAt } = useQuery({
    ...operationQuery("findSentMessages", { clientMessageIds }),
    enabled: canAsk && clientMessageIds.length > 0,
    select: ({ messages }) => byKey(messages),
    retry: false,
    refetchInterval: ({ state }) => (state.data ? after(byKey(state.data.messages)) : askAgainMs),
  });
  /** By replyKeyOf. Undefined: the service was not asked, cannot be asked, or has not answered yet. */
  const known: ReadonlyMap<string, SentMessageReply> | undefined = data;
  return { known, checkedAt: dataUpdatedAt };
}
