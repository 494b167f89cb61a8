import { useCallback, useMemo, useRef, useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import { inboxGrid } from "./inbox-grid.ts";
import { markedWords } from "./search-query.ts";
import { newestFirst, type SortOrder } from "./sort-summaries.ts";
import { unreadCount } from "./unread-count.ts";
import { useGo } from "./use-go.ts";
import { useInbox } from "./use-inbox.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { isBeside, useLayout, useRowHeight } from "./use-layout.ts";
import { useReadMarks } from "./use-read-marks.ts";
import { useSplit } from "./use-split.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

const noRows: readonly never[] = [];

/** State and actions of the received-messages page. */
export function useInboxPage(search: MessagesPageSearch, openId: number | undefined) {
  const inbox = useInbox();
  const marks = useReadMarks();
  const [layout, setLayout] = useLayout();
  const split = useSplit(layout);
  const rowHeight = useRowHeight(layout);
  const [text, setText] = useState("");
  const [cursor, setCursor] = useState<number | undefined>(openId);
  const searchBox = useRef<HTMLInputElement>(null);
  const order: SortOrder = useMemo(
    () =>
      search.sort === undefined ? newestFirst : { key: search.sort, descending: search.order !== "asc" },
    [search.sort, search.order],
  );
  const isUnread = useCallback(
    (one: { messageId: number }) => !marks.isRead(one.messageId) || one.messageId === openId,
    [marks, openId],
  );
  const summaries = inbox.summaries ?? noRows;
  const rows = useVisibleRows({ summaries, show: search.show, order, text, index: inbox.index, isUnread });
  const unread = unreadCount(summaries, useKept(useWorkspace().readMarks));
  const marksOf = useMemo(() => markedWords(text), [text]);
  const activeId = cursor ?? openId;

  const go = useGo(search, openId);
  const activate = (id: number) => {
    setCursor(id);
    if (isBeside(layout)) go(id);
  };
  const open = (id: number) => {
    setCursor(id);
    go(id);
  };
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.messageId === activeId);
    const row = rows[at < 0 ? 0 : at + by];
    if (row) (openId === undefined ? activate : open)(row.messageId);
  };
  /**
   * A different list starts at its top. Done before navigating, because the router then records the list's scroll
   * position.
   */
  const list = (more: Partial<MessagesPageSearch>) => {
    inboxGrid()?.scrollTo({ top: 0 });
    go(openId, more);
  };
  const lookFor = (words: string) => {
    inboxGrid()?.scrollTo({ top: 0 });
    setText(words);
  };
  const setOrder = ({ key, descending }: SortOrder) =>
    list({
      sort: key === "received" && descending ? undefined : key,
      order: descending || key === undefined ? undefined : "asc",
    });
  useInboxCommands({ step, search: () => searchBox.current?.focus(), check: inbox.checkNow });
  return {
    inbox,
    marks,
    layout,
    setLayout,
    split,
    rowHeight,
    text,
    setText,
    setCursor,
    searchBox,
    order,
    summaries,
    rows,
    unread,
    marksOf,
    activeId,
    go,
    activate,
    open,
    list,
    lookFor,
    setOrder,
  };
}
