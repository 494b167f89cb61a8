import { useMemo } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { narrows, type SearchContext, searchSummaries } from "./search-query.ts";
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

/** Filtered, sorted, searched. A search that only got longer searches its last result instead of all rows. */
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
  const cache = useMemo(() => new SearchCache(), []);
  return useMemo(
    () => cache.search(sorted, text, { isUnread, found }),
    [cache, sorted, text, isUnread, found],
  );
}

class SearchCache {
  #from: readonly MailboxSummary[] = [];
  #text = "";
  #found: readonly MailboxSummary[] = [];

  search(rows: readonly MailboxSummary[], text: string, context: SearchContext): readonly MailboxSummary[] {
    // What the service found may be anywhere.
    const isNarrower =
      !context.found && this.#from === rows && this.#text !== "" && narrows(this.#text, text);
    const base = isNarrower ? this.#found : rows;
    this.#found = searchSummaries(base, text, context);
    this.#from = rows;
    this.#text = text;
    return this.#found;
  }
}
