import { useCallback, useMemo, useRef, useState, useEffect } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { inboxGrid } from "./inbox-grid.ts";
import { markedWords } from "./search-query.ts";
import { newestFirst, type SortOrder } from "./sort-summaries.ts";
import { useUnreadCount } from "#room/features/messages/marks/unread-count.ts";
import { useFoundByWords } from "./use-found-by-words.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { useInbox } from "./use-inbox.ts";
import { useMarks } from "#room/features/messages/marks/use-marks.ts";
import { labelsIn } from "#room/features/messages/marks/mark-change.ts";
import { useSelection } from "#room/ui/use-selection.ts";
import { type Layout, useSplit } from "./use-split.ts";
import { useTellsOpened } from "./use-tells-opened.ts";
import { mailboxesIn, useVisibleRows } from "./use-visible-rows.ts";
import { useConversations } from "#room/features/messages/conversation/use-conversations.ts";

const preference = "messages.layout";

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

/** All rows have the same height: two lines next to the pane and on narrow screens (three with the
 * first words of the message), else one. */
function useRowHeight(layout: Layout, hasLines: boolean): number {
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
  if (layout === "right" || isNarrow) return (isCompact ? 51 : 59) + (hasLines ? 18 : 0);
  return isCompact ? 32 : 40;
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
const idOf = ({ messageId }: MailboxSummary) => messageId;

export type InboxPageState = ReturnType<typeof useInboxPage>;

export function useInboxPage(
  search: MessagesPageSearch,
  openId: number | undefined,
  [text, setText]: readonly [text: string, setText: (text: string) => void],
) {
  const inbox = useInbox();
  const marks = useMarks();
  const [layout, setLayout] = useLayout();
  const split = useSplit(layout);
  const rowHeight = useRowHeight(layout, marks.hasAll);
  const found = useFoundByWords(text);
  const [cursor, setCursor] = useState<number | undefined>(openId);
  const [lastOpenId, setLastOpenId] = useState(openId);
  // It follows a link, too.
  if (openId !== lastOpenId) {
    setLastOpenId(openId);
    if (openId !== undefined) setCursor(openId);
  }
  const searchBox = useRef<HTMLInputElement>(null);
  const order: SortOrder = useMemo(
    () =>
      search.sort === undefined ? newestFirst : { key: search.sort, descending: search.order !== "asc" },
    [search.sort, search.order],
  );
  const isUnread = useCallback(
    (one: MailboxSummary) => !marks.isRead(one) || one.messageId === openId,
    [marks, openId],
  );
  const summaries = inbox.summaries ?? noRows;
  const isArchive = search.folder === "archive";
  const single = useVisibleRows({
    summaries,
    isArchive,
    show: search.show,
    mailbox: search.mailbox,
    order,
    text,
    isUnread,
    found: found.ids,
  });
  const conversations = useConversations(single);
  const { rows } = conversations;
  const tellsOpened = useTellsOpened();
  const unread = useUnreadCount(summaries);
  const chosen = useSelection(rows, idOf);
  const labels = useMemo(() => labelsIn(summaries), [summaries]);
  const mailboxes = useMemo(() => mailboxesIn(summaries), [summaries]);
  const marksOf = useMemo(() => markedWords(text), [text]);
  const activeId = conversations.headOf(cursor ?? openId);
  const opened = openId === undefined ? undefined : summaries.find((one) => one.messageId === openId);

  const go = useGo(search, openId);
  const activate = (id: number, isChoosing = false) => {
    setCursor(id);
    // Whoever chooses several does not read them.
    if (isBeside(layout) && !isChoosing) go(id);
  };
  const open = (id: number) => {
    setCursor(id);
    go(id);
  };
  /** Back to the list, and to the row that was open. */
  const close = () => {
    setCursor(openId);
    go(undefined);
    inboxGrid()?.focus();
  };
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.messageId === activeId);
    const row = rows[at < 0 ? 0 : at + by];
    if (row) (openId === undefined ? activate : open)(row.messageId);
    inboxGrid()?.focus({ preventScroll: true });
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
  const archiveRows = (heads: readonly number[]) => {
    const isHere = rows.some(({ messageId }) => heads.includes(messageId));
    // One opened by a link may be in the other folder; a notice is in none.
    if (!isHere && !opened) return;
    const ids = conversations.all(heads);
    marks.markAll(ids, { isArchived: isHere ? !isArchive : opened?.isArchived !== true });
    // The next one takes the place of the one that left.
    if (!isHere || openId === undefined || !ids.includes(openId)) return;
    const at = rows.findIndex((row) => row.messageId === activeId);
    const next = rows.slice(at + 1).find((row) => !heads.includes(row.messageId));
    setCursor(next?.messageId);
    go(isBeside(layout) ? next?.messageId : undefined);
  };
  /** Those chosen; else the one under the cursor. */
  const archive = () => {
    archiveRows(chosen.ids.size > 0 ? [...chosen.ids] : activeId === undefined ? [] : [activeId]);
    chosen.clear();
  };
  const archiveOpened = () =>
    archiveRows(openId === undefined ? [] : [conversations.headOf(openId) ?? openId]);
  useInboxCommands({
    archive: marks.hasAll ? archive : undefined,
    step,
    search: () => searchBox.current?.focus(),
    choose: () => activeId !== undefined && chosen.toggle(activeId),
    check: inbox.checkNow,
  });
  return {
    inbox,
    marks,
    layout,
    setLayout,
    split,
    rowHeight,
    text,
    found,
    setText,
    searchBox,
    order,
    opened,
    rows,
    tellsOpened,
    conversations,
    isUnread: (summary: MailboxSummary) => conversations.lettersOf(summary).some((one) => !marks.isRead(one)),
    unread,
    marksOf,
    chosen,
    labels,
    mailboxes,
    isArchive,
    archive,
    archiveOpened,
    activeId,
    close,
    activate,
    open,
    list,
    lookFor,
    setOrder,
  };
}
