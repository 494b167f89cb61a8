import { useMemo } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { type SearchContext, searchSummaries } from "./search-query.ts";
import { type SortOrder, sortSummaries } from "./sort-summaries.ts";

/** What came to one's own addresses alone. */
export const ownMail = "own";

/** The shared addresses that messages came to. */
export function mailboxesIn(summaries: readonly MailboxSummary[]): string[] {
  return [...new Set(summaries.flatMap(({ shared }) => (shared ? shared.address : [])))].toSorted();
}

export type Show = "unread" | "attachments" | undefined;

interface Options extends SearchContext {
  summaries: readonly MailboxSummary[];
  show: Show;
  /** Only what came to this shared address, or to one's own. */
  mailbox: string | undefined;
  isArchive: boolean;
  order: SortOrder;
  text: string;
}

/** Filtered, sorted, searched. */
export function useVisibleRows(options: Options): readonly MailboxSummary[] {
  const { summaries, show, mailbox, isArchive, order, text, isUnread, found } = options;
  const shown = useMemo(() => {
    const everywhere = summaries.filter((summary) => (summary.isArchived === true) === isArchive);
    const there =
      mailbox === undefined
        ? everywhere
        : everywhere.filter(({ shared }) => (shared ? shared.address : ownMail) === mailbox);
    if (show === "attachments") return there.filter((summary) => summary.hasAttachments);
    return show === "unread" ? there.filter(isUnread) : there;
  }, [summaries, show, mailbox, isArchive, isUnread]);
  const sorted = useMemo(() => sortSummaries(shown, order), [shown, order]);
  return useMemo(() => searchSummaries(sorted, text, { isUnread, found }), [sorted, text, isUnread, found]);
}
