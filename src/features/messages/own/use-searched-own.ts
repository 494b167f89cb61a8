import { useMemo } from "react";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import type { FoundByWords } from "#room/features/messages/inbox/use-found-by-words.ts";
import { parseSearch, type SearchQuery } from "#room/features/messages/inbox/search-query.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

export const isDraft = (entry: MessageEntry) => entry.state === "draft" || entry.state === "refused";

interface Searched {
  readonly folder: "drafts" | "sent";
  readonly text: string;
  readonly found: FoundByWords;
}

/** What only received messages have, a label or a sender, finds none of one's own. */
export function isFoundOwn(
  entry: Pick<MessageEntry, "to" | "subject" | "preview" | "attachmentCount" | "messageId">,
  { words, subject, label, from, unread, attachment }: SearchQuery,
  found: ReadonlySet<number> | undefined,
): boolean {
  if (unread || label.length > 0 || from.length > 0) return false;
  if (attachment && entry.attachmentCount === 0) return false;
  if (!subject.every((word) => entry.subject.toLowerCase().includes(word))) return false;
  if (entry.messageId !== undefined && found?.has(entry.messageId) === true) return true;
  const row = [...entry.to, entry.subject, entry.preview].join("\n").toLowerCase();
  return words.every((word) => row.includes(word));
}

/** Drafts or sent messages that have all words in their row, or that the service found by them. */
export function useSearchedOwn({ folder, text, found }: Searched): readonly MessageEntry[] {
  const own = useOwnMessages();
  return useMemo(() => {
    const entries = own.filter((entry) => isDraft(entry) === (folder === "drafts"));
    const query = parseSearch(text);
    return entries.filter((entry) => isFoundOwn(entry, query, found.ids));
  }, [own, folder, text, found.ids]);
}
