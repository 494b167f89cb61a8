import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import type { CallOptions } from "#room/api/post-call.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import type { LetterWork } from "#room/contract/operations/conversations.ts";
import type { SharedLetter } from "#room/contract/schemas/shared-letter.ts";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import type { Mailbox } from "#room/features/messages/inbox/read-mailbox.ts";

/** What others do with it is shown that soon; a look with nothing new is a short answer. */
const lookAgainMs = 4000;

/** How far a letter to a shared address is, looked at often; undefined if it is not one. */
export function useSharedLetter(messageId: number | undefined): SharedLetter | undefined {
  // The same function while the letter is: tens of thousands of summaries are searched when they change, not per key.
  const select = useCallback(
    ({ summaries }: Mailbox) => summaries.find((one) => one.messageId === messageId)?.shared ?? null,
    [messageId],
  );
  const { data } = useQuery({
    ...inboxQuery,
    enabled: messageId !== undefined,
    select,
    refetchInterval: ({ state }) =>
      state.status !== "error" && state.data && select(state.data) ? lookAgainMs : false,
  });
  return data ?? undefined;
}

/** Says what is done with a letter of a shared mailbox; what became of it is shown at once. */
export function useLetterWork(
  messageId: number | undefined,
): (work: LetterWork, options?: Pick<CallOptions<"workOnMessage">, "keepalive">) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (work, options) => {
      if (messageId === undefined) return;
      const { shared } = await callOperation("workOnMessage", { messageId, work }, options);
      const withIt = (summary: MailboxSummary) =>
        summary.messageId === messageId ? { ...summary, shared } : summary;
      client.setQueryData<Mailbox>(
        inboxQuery.queryKey,
        (mailbox) => mailbox && { ...mailbox, summaries: mailbox.summaries.map(withIt) },
      );
      // So that a look under way that did not know of it yet is not what stays.
      void client.refetchQueries({ queryKey: inboxQuery.queryKey });
    },
    [client, messageId],
  );
}
