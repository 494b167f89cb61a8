import { useMemo } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";

const preference = "messages.single";

/** The messages of a list by their conversation, in its order; undefined if each stands alone. */
export function conversationsIn(list: readonly MailboxSummary[]): Map<number, MailboxSummary[]> | undefined {
  const threads = new Map<number, MailboxSummary[]>();
  for (const summary of list) {
    const thread = summary.threadId ?? summary.messageId;
    const known = threads.get(thread);
    if (known) known.push(summary);
    else threads.set(thread, [summary]);
  }
  return threads.size === list.length ? undefined : threads;
}

/** The rows of a list: conversations, unless this person prefers single messages. */
export function useConversations(list: readonly MailboxSummary[]) {
  const { preferences } = useWorkspace();
  const isSingle = useKept(preferences)[preference] === true;
  const canTell = useServiceConfig().extensions.includes("getConversation");
  const isTogether = canTell ? !isSingle : undefined;
  const threads = useMemo(() => (isTogether ? conversationsIn(list) : undefined), [list, isTogether]);
  const rows = useMemo(
    () => (threads ? [...threads.values()].flatMap((letters) => letters.slice(0, 1)) : list),
    [threads, list],
  );
  return useMemo(() => {
    const lettersOf = (summary: MailboxSummary) =>
      threads?.get(summary.threadId ?? summary.messageId) ?? [summary];
    const byId = new Map(threads && list.map((summary) => [summary.messageId, summary]));
    const lettersWith = (id: number) => {
      const summary = byId.get(id);
      return summary ? lettersOf(summary) : [];
    };
    return {
      /** One for each conversation: its first in the order of the list. */
      rows,
      /** Undefined: the service does not tell which belong together. */
      isTogether,
      setTogether: (next: boolean) => void preferences.update((all) => ({ ...all, [preference]: !next })),
      /** The row that stands for a message, or itself. */
      headOf: (id: number | undefined) =>
        id === undefined ? undefined : (lettersWith(id)[0]?.messageId ?? id),
      lettersOf,
      sizeOf: (summary: MailboxSummary) => lettersOf(summary).length,
      all: (heads: readonly number[]) =>
        heads.flatMap((id) => {
          const ids = lettersWith(id).map(({ messageId }) => messageId);
          return ids.length === 0 ? [id] : ids;
        }),
    };
  }, [threads, list, rows, isTogether, preferences]);
}
