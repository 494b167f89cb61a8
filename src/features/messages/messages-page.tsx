import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type CSSProperties, useCallback, useMemo, useRef, useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useCommands } from "#room/ui/commands.ts";
import { Button } from "#room/ui/button.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Splitter } from "#room/ui/splitter.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { CheckedAgo, InboxFaultNote } from "./inbox/checked-ago.tsx";
import { Folders } from "./inbox/folders.tsx";
import { inboxGrid } from "./inbox/inbox-grid.ts";
import { InboxColumns } from "./inbox/inbox-columns.tsx";
import { MessageList } from "./inbox/message-list.tsx";
import { markedWords } from "./inbox/search-query.ts";
import { newestFirst, type SortOrder } from "./inbox/sort-summaries.ts";
import { useInbox } from "./inbox/use-inbox.ts";
import { useReadMarks } from "./inbox/use-read-marks.ts";
import { unreadCount } from "./inbox/unread-count.ts";
import { NoRows } from "./inbox/no-rows.tsx";
import { useVisibleRows } from "./inbox/use-visible-rows.ts";
import { isBeside, useLayout, useRowHeight } from "./inbox/use-layout.ts";
import { splitLimits, useSplit } from "./inbox/use-split.ts";
import { ViewMenu } from "./inbox/view-menu.tsx";
import { messagesPageSearch, type MessagesPageSearch } from "./messages-page-search.ts";
import styles from "./messages-page.module.css";
import { OwnMessageList } from "./own/own-message-list.tsx";
import { OpenMessage } from "./reading/open-message.tsx";

const noRows: readonly never[] = [];

function usePageSearch(): MessagesPageSearch {
  const read = messagesPageSearch.safeParse(useSearch({ strict: false }));
  return read.success ? read.data : {};
}

/** The inbox with its reading pane; Drafts and Sent beside it. */
export function MessagesPage() {
  const search = usePageSearch();
  const params = useParams({ strict: false });
  const openId = /^\d{1,15}$/.test(params.messageId ?? "") ? Number(params.messageId) : undefined;
  return search.folder === undefined || openId !== undefined ? (
    <InboxPage search={search} openId={openId} />
  ) : (
    <OwnPage folder={search.folder} own={search.own} />
  );
}

function OwnPage({ folder, own }: { folder: "drafts" | "sent"; own: string | undefined }) {
  return (
    <div className={styles.page}>
      <PageHeader title="Messages" actions={<ComposeLink />} />
      <div className={styles.bar}>
        <Folders folder={folder} unread={undefined} />
      </div>
      <OwnMessageList folder={folder} openId={own} />
    </div>
  );
}

function ComposeLink() {
  const navigate = useNavigate();
  const compose = () => void navigate({ to: "/messages/compose", search: {} });
  useCommands([
    { id: "messages.compose", title: "Compose a message", keys: "c", group: "Messages", run: compose },
  ]);
  return (
    <Button look="primary" onClick={compose}>
      Compose
    </Button>
  );
}

function InboxPage({ search, openId }: { search: MessagesPageSearch; openId: number | undefined }) {
  const navigate = useNavigate();
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

  const go = (id: number | undefined, more: Partial<MessagesPageSearch> = {}) => {
    const next = { ...search, ...more };
    // Moving from one message to the next leaves one step for Back, not one for each message passed.
    const replace = openId !== undefined && id !== undefined;
    if (id === undefined) void navigate({ to: "/messages", search: next, replace });
    else
      void navigate({ to: "/messages/$messageId", params: { messageId: String(id) }, search: next, replace });
  };
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
  /** Another list begins at its top. Before the change of address, at which the router notes where the list stands. */
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
      run: () => searchBox.current?.focus(),
    },
    { id: "messages.check", title: "Check for new messages", group, run: inbox.checkNow },
  ]);

  return (
    <div className={styles.page}>
      <PageHeader
        title="Messages"
        meta={<CheckedAgo inbox={inbox} />}
        actions={
          <>
            <TextField
              ref={searchBox}
              type="search"
              label="Search messages"
              isLabelHidden
              placeholder="Search messages"
              autoComplete="off"
              className={styles.search ?? ""}
              value={text}
              onChange={(event) => lookFor(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "ArrowDown") {
                  event.preventDefault();
                  inboxGrid()?.focus();
                } else if (event.key === "Escape") {
                  event.preventDefault();
                  if (text === "") event.currentTarget.blur();
                  else lookFor("");
                }
              }}
            />
            <ComposeLink />
          </>
        }
      />
      <div className={styles.bar}>
        <Folders folder={undefined} unread={unread} />
        <span className={styles.space} />
        {text === "" ? null : (
          <span role="status" className={styles.checked}>
            {rows.length.toLocaleString()} found
          </span>
        )}
        <ViewMenu
          layout={layout}
          order={order}
          show={search.show}
          onLayout={setLayout}
          onOrder={setOrder}
          onShow={(show) => list({ show })}
          onMarkAllRead={() => marks.markAllRead(summaries.map((one) => one.messageId))}
        />
      </div>
      <div className={styles.notes}>
        <InboxFaultNote inbox={inbox} />
      </div>
      <div
        className={styles.mail}
        data-message-layout={layout}
        data-open={openId !== undefined || undefined}
        data-split={split.chosen !== undefined || undefined}
        style={{ "--split": `${split.share}%` } as CSSProperties}
      >
        <div className={styles.listing}>
          <MessageList
            rows={rows}
            rowHeight={rowHeight}
            marks={marksOf}
            activeId={activeId}
            openId={openId}
            isUnread={(id) => !marks.isRead(id)}
            onActivate={activate}
            onOpen={open}
            head={layout === "right" ? null : <InboxColumns order={order} onOrder={setOrder} />}
            empty={
              <NoRows
                isLoaded={inbox.summaries !== undefined}
                hasFailed={inbox.failure !== null}
                total={summaries.length}
                text={text}
                show={search.show}
                onAll={() => {
                  setText("");
                  list({ show: undefined });
                }}
              />
            }
          />
        </div>
        <section className={styles.reading} aria-label="Reading pane">
          {openId === undefined ? (
            <p className={styles.nothing}>
              {rows.length === 0 ? "" : "No message is open. Press J to read the first."}
            </p>
          ) : (
            <OpenMessage
              key={openId}
              messageId={openId}
              summary={summaries.find((one) => one.messageId === openId)}
              marks={marks}
              onBack={() => {
                setCursor(openId);
                go(undefined);
                inboxGrid()?.focus();
              }}
            />
          )}
        </section>
        {layout === "full" ? null : (
          <Splitter
            label={layout === "right" ? "Width of the list" : "Height of the list"}
            orientation={layout === "right" ? "vertical" : "horizontal"}
            share={split.share}
            {...splitLimits}
            className={styles.splitter}
            onMove={split.move}
            onShare={split.keep}
            onReset={() => split.keep(undefined)}
          />
        )}
      </div>
    </div>
  );
}
