import { useMemo } from "react";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import type { FoundByWords } from "#room/features/messages/inbox/use-found-by-words.ts";
import { parseSearch } from "#room/features/messages/inbox/search-query.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

export const isDraft = (entry: MessageEntry) => entry.state === "draft" || entry.state === "refused";

interface Searched {
  readonly folder: "drafts" | "sent";
  readonly text: string;
  readonly found: FoundByWords;
}

/** Drafts or sent messages that have all words in their row, or that the service found by them. */
export function useSearchedOwn({ folder, text, found }: Searched): readonly MessageEntry[] {
  const own = useOwnMessages();
  return useMemo(() => {
    const entries = own.filter((entry) => isDraft(entry) === (folder === "drafts"));
    const { words } = parseSearch(text);
    if (words.length === 0) return entries;
    return entries.filter((entry) => {
      if (entry.messageId !== undefined && found.ids?.has(entry.messageId) === true) return true;
      const row = [...entry.to, entry.subject, entry.preview].join("\n").toLowerCase();
      return words.every((word) => row.includes(word));
    });
  }, [own, folder, text, found.ids]);
}
