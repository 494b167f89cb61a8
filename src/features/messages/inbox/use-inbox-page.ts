import { useCallback, useMemo, useRef, useState, useEffect } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import { useCommands } from "#room/ui/commands.ts";
import { inboxGrid } from "./inbox-grid.ts";
import { markedWords } from "./search-query.ts";
import { newestFirst, type SortOrder } from "./sort-summaries.ts";
import { unreadCount } from "./unread-count.ts";
import { useInbox } from "./use-inbox.ts";
import type { Layout } from "./view-menu.tsx";
import { useReadMarks } from "./use-read-marks.ts";
import { useSplit } from "./use-split.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

const preference = "messages.layout";

/** The layout this user chose. */
function useLayout(): [Layout, (layout: Layout) => void] {
  const { preferences } = useWorkspace();
  const kept = useKept(preferences)[preference];
  const layout = kept === "below" || kept === "full" ? kept : "right";
  return [layout, (next) => void preferences.update((all) => ({ ...all, [preference]: next }))];
}

/** True if the list and the message are shown side by side, or one above the other, at this screen width. */
function isBeside(layout: Layout): boolean {
  if (layout === "full") return false;
  return matchMedia(layout === "right" ? "(width >= 960px)" : "(width >= 720px)").matches;
}

/** All rows have the same height: two lines next to the pane and on narrow screens, else one. */
function useRowHeight(layout: Layout): number {
  const [isNarrow, setNarrow] = useState(() => matchMedia("(width < 720px)").matches);
  const [isCompact, setCompact] = useState(() => document.documentElement.dataset["density"] === "compact");
  useEffect(() => {
    const narrow = matchMedia("(width < 720px)");
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    const observer = new MutationObserver(() =>
      setCompact(document.documentElement.dataset["density"] === "compact"),
    );
    observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
    return () => {
      narrow.removeEventListener("change", look);
      observer.disconnect();
    };
  }, []);
  if (layout === "right" || isNarrow) return isCompact ? 51 : 59;
  return isCompact ? 32 : 40;
}

interface InboxCommands {
  readonly step: (by: number) => void;
  readonly search: () => void;
  readonly check: () => void;
}

/** Actions on received messages for the palette and shortcuts. */
function useInboxCommands({ step, search, check }: InboxCommands): void {
  const group = "Messages";
  useCommands([
    { id: "messages.next", title: "Next message", keys: "j", group, isKeyOnly: true, run: () => step(1) },
    {
      id: "messages.previous",
      title: "Previous message",
      keys: "k",
      group,
      isKeyOnly: true,
      run: () => step(-1),
    },
    {
      id: "messages.search",
      title: "Search messages",
      keys: "/",
      group,
      run: search,
    },
    { id: "messages.check", title: "Check for new messages", group, run: check },
  ]);
}

/** Opens a message, or only the list. */
function useGo(search: MessagesPageSearch, openId: number | undefined) {
  const navigate = useNavigate();
  return (id: number | undefined, more: Partial<MessagesPageSearch> = {}) => {
    const next = { ...search, ...more };
    // Moving from message to message leaves one step for Back, not one per message.
    const replace = openId !== undefined && id !== undefined;
    if (id === undefined) void navigate({ to: "/messages", search: next, replace });
    else
      void navigate({
        to: "/messages/$messageId",
        params: { messageId: String(id) },
        search: next,
        replace,
        // The list keeps the row that is read in sight; the router would put it back where it was before.
        resetScroll: false,
      });
  };
}

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
