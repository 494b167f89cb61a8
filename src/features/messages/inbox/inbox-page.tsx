import { ComposeLink } from "#room/features/messages/compose-link.tsx";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import styles from "#room/features/messages/messages-page.module.css";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Splitter } from "#room/ui/splitter.tsx";
import { CheckedAgo, InboxFaultNote } from "./checked-ago.tsx";
import { Folders } from "./folders.tsx";
import { InboxColumns } from "./inbox-columns.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import { MessageList } from "./message-list.tsx";
import { NoRows } from "./no-rows.tsx";
import { ReadingPane } from "./reading-pane.tsx";
import { SearchBox } from "./search-box.tsx";
import { splitLimits } from "./use-split.ts";
import { ViewMenu } from "./view-menu.tsx";
import { useInboxPage } from "./use-inbox-page.ts";

interface InboxPageProps {
  readonly search: MessagesPageSearch;
  readonly openId: number | undefined;
}

/** The received messages and the open one. */
export function InboxPage({ search, openId }: InboxPageProps) {
  const {
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
  } = useInboxPage(search, openId);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Messages"
        meta={<CheckedAgo inbox={inbox} />}
        actions={
          <>
            <SearchBox box={searchBox} text={text} onText={lookFor} />
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
        style={{ "--split": `${split.share}%` }}
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
        <ReadingPane
          openId={openId}
          summary={summaries.find((one) => one.messageId === openId)}
          marks={marks}
          isEmpty={rows.length === 0}
          onBack={() => {
            setCursor(openId);
            go(undefined);
            inboxGrid()?.focus();
          }}
        />
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
