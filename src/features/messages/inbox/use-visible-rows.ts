import { useMemo } from "react";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import { narrows, type SearchContext, searchSummaries } from "./search-query.ts";
import { type SortOrder, sortSummaries } from "./sort-summaries.ts";

export type Show = "unread" | "attachments" | undefined;

interface Options extends SearchContext {
  summaries: readonly MessageSummary[];
  show: Show;
  order: SortOrder;
  text: string;
}

/** Filtered, sorted, searched. A search that only got longer searches its last result instead of all rows. */
export function useVisibleRows(options: Options): readonly MessageSummary[] {
  const { summaries, show, order, text, index, isUnread } = options;
  const shown = useMemo(() => {
    if (show === "attachments") return summaries.filter((summary) => summary.hasAttachments);
    return show === "unread" ? summaries.filter(isUnread) : summaries;
  }, [summaries, show, isUnread]);
  const sorted = useMemo(() => sortSummaries(shown, order), [shown, order]);
  const cache = useMemo(() => new SearchCache(), []);
  return useMemo(
    () => cache.search(sorted, text, { index, isUnread }),
    [cache, sorted, text, index, isUnread],
  );
}

class SearchCache {
  #from: readonly MessageSummary[] = [];
  #text = "";
  #found: readonly MessageSummary[] = [];

  search(rows: readonly MessageSummary[], text: string, context: SearchContext): readonly MessageSummary[] {
    const base = this.#from === rows && this.#text !== "" && narrows(this.#text, text) ? this.#found : rows;
    this.#found = searchSummaries(base, text, context);
    this.#from = rows;
    this.#text = text;
    return this.#found;
  }
}
