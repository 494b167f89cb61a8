import type { ComponentProps, RefObject } from "react";
import { ComposeLink } from "#room/features/messages/compose-link.tsx";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import styles from "#room/features/messages/messages-page.module.css";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Splitter } from "#room/ui/splitter.tsx";
import { OpenMessage } from "#room/features/messages/reading/open-message.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { CheckedAgo, InboxFaultNote } from "./checked-ago.tsx";
import { Folders } from "./folders.tsx";
import { InboxColumns } from "./inbox-columns.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import { MessageList } from "./message-list.tsx";
import { NoRows } from "./no-rows.tsx";
import { splitLimits } from "./use-split.ts";
import { ViewMenu } from "./view-menu.tsx";
import { useInboxPage } from "./use-inbox-page.ts";

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Arrow Down moves to the list; Escape clears the box, then leaves it. */
function SearchBox({ box, text, onText }: SearchBoxProps) {
  return (
    <TextField
      ref={box}
      type="search"
      label="Search messages"
      isLabelHidden
      placeholder="Search messages"
      autoComplete="off"
      className={styles.search ?? ""}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") {
          event.preventDefault();
          inboxGrid()?.focus();
        } else if (event.key === "Escape") {
          event.preventDefault();
          if (text === "") event.currentTarget.blur();
          else onText("");
        }
      }}
    />
  );
}

interface ReadingPaneProps extends Pick<ComponentProps<typeof OpenMessage>, "summary" | "marks" | "onBack"> {
  readonly openId: number | undefined;
  /** Nothing to read. */
  readonly isEmpty: boolean;
}

/** The open message, beside or below the list. */
function ReadingPane({ openId, summary, marks, isEmpty, onBack }: ReadingPaneProps) {
  return (
    <section className={styles.reading} aria-label="Reading pane">
      {openId === undefined ? (
        <p className={styles.nothing}>{isEmpty ? "" : "No message is open. Press J to read the first."}</p>
      ) : (
        <OpenMessage key={openId} messageId={openId} summary={summary} marks={marks} onBack={onBack} />
      )}
    </section>
  );
}

interface InboxPageProps {
  readonly search: MessagesPageSearch;
  readonly openId: number | undefined;
}

/** The received messages and the open one. */
export function InboxPage({ search, openId }: InboxPageProps) {
  const page = useInboxPage(search, openId);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Messages"
        meta={<CheckedAgo inbox={page.inbox} />}
        actions={
          <>
            <SearchBox box={page.searchBox} text={page.text} onText={page.lookFor} />
            <ComposeLink />
          </>
        }
      />
      <div className={styles.bar}>
        <Folders folder={undefined} unread={page.unread} />
        <span className={styles.space} />
        {page.text === "" ? null : (
          <span role="status" className={styles.checked}>
            {page.rows.length.toLocaleString()} found
          </span>
        )}
        <ViewMenu
          layout={page.layout}
          order={page.order}
          show={search.show}
          onLayout={page.setLayout}
          onOrder={page.setOrder}
          onShow={(show) => page.list({ show })}
          onMarkAllRead={() => page.marks.markAllRead(page.summaries.map((one) => one.messageId))}
        />
      </div>
      <div className={styles.notes}>
        <InboxFaultNote inbox={page.inbox} />
      </div>
      <div
        className={styles.mail}
        data-message-layout={page.layout}
        data-open={openId !== undefined || undefined}
        data-split={page.split.chosen !== undefined || undefined}
        style={{ "--split": `${page.split.share}%` }}
      >
        <div className={styles.listing}>
          <MessageList
            rows={page.rows}
            rowHeight={page.rowHeight}
            marks={page.marksOf}
            activeId={page.activeId}
            openId={openId}
            isUnread={(id) => !page.marks.isRead(id)}
            onActivate={page.activate}
            onOpen={page.open}
            head={
              page.layout === "right" ? null : <InboxColumns order={page.order} onOrder={page.setOrder} />
            }
            empty={
              <NoRows
                isLoaded={page.inbox.summaries !== undefined}
                hasFailed={page.inbox.failure !== null}
                total={page.summaries.length}
                text={page.text}
                show={search.show}
                onAll={() => {
                  page.setText("");
                  page.list({ show: undefined });
                }}
              />
            }
          />
        </div>
        <ReadingPane
          openId={openId}
          summary={page.summaries.find((one) => one.messageId === openId)}
          marks={page.marks}
          isEmpty={page.rows.length === 0}
          onBack={() => {
            page.setCursor(openId);
            page.go(undefined);
            inboxGrid()?.focus();
          }}
        />
        {page.layout === "full" ? null : (
          <Splitter
            label={page.layout === "right" ? "Width of the list" : "Height of the list"}
            orientation={page.layout === "right" ? "vertical" : "horizontal"}
            share={page.split.share}
            {...splitLimits}
            className={styles.splitter}
            onMove={page.split.move}
            onShare={page.split.keep}
            onReset={() => page.split.keep(undefined)}
          />
        )}
      </div>
    </div>
  );
}
