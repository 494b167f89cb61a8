import type { ComponentProps } from "react";
import { ComposeLink } from "#room/features/messages/compose-link.tsx";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import styles from "#room/features/messages/messages-page.module.css";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Splitter } from "#room/ui/splitter.tsx";
import { OpenMessage } from "#room/features/messages/reading/open-message.tsx";
import { ChosenBar } from "#room/features/messages/marks/chosen-bar.tsx";
import { CheckedAgo, InboxFaultNote } from "./checked-ago.tsx";
import { Folders } from "./folders.tsx";
import { InboxColumns } from "./inbox-columns.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import { MailboxMenu } from "./mailbox-menu.tsx";
import { MessageList } from "./message-list.tsx";
import { NoRows } from "./no-rows.tsx";
import { SearchBox } from "./search-box.tsx";
import { FoundWords } from "./found-words.tsx";
import { splitLimits } from "./use-split.ts";
import { ViewMenu } from "./view-menu.tsx";
import { AnswerKeys } from "./answer-keys.tsx";
import { type InboxPageState, useInboxPage } from "./use-inbox-page.ts";

interface ReadingPaneProps extends Pick<
  ComponentProps<typeof OpenMessage>,
  "summary" | "marks" | "labels" | "onArchive" | "onBack" | "newest"
> {
  readonly openId: number | undefined;
  readonly isEmpty: boolean;
}

/** The open message, beside or below the list. */
function ReadingPane({ openId, isEmpty, ...open }: ReadingPaneProps) {
  return (
    <section className={styles.reading} aria-label="Reading pane">
      {openId === undefined ? (
        <p className={styles.nothing}>{isEmpty ? "" : "No message is open. Press J to read the first."}</p>
      ) : (
        <OpenMessage key={openId} messageId={openId} {...open} />
      )}
    </section>
  );
}

interface InboxBarProps {
  readonly page: InboxPageState;
  readonly search: MessagesPageSearch;
}

/** The folders, and which of their messages are listed and how. */
function InboxBar({ page, search }: InboxBarProps) {
  const { isArchive, rows, found, text, unread } = page;
  return (
    <div className={`row ${styles.bar}`}>
      <Folders folder={isArchive ? "archive" : undefined} unread={unread} />
      <span className="fill" />
      {text === "" ? null : (
        <FoundWords count={rows.length} found={found} folder={isArchive ? "archive" : "inbox"} />
      )}
      <MailboxMenu page={page} mailbox={search.mailbox} />
      <ViewMenu page={page} show={search.show} />
    </div>
  );
}

interface InboxPageProps {
  readonly search: MessagesPageSearch;
  readonly openId: number | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function InboxPage({ search, openId, text, onText }: InboxPageProps) {
  const page = useInboxPage(search, openId, [text, onText]);
  return (
    <div className={`column ${styles.page}`}>
      <PageHeader
        title="Messages"
        meta={<CheckedAgo inbox={page.inbox} />}
        actions={
          <>
            <SearchBox
              box={page.searchBox}
              text={page.text}
              onText={page.lookFor}
              onDown={() => inboxGrid()?.focus()}
            />
            <ComposeLink />
          </>
        }
      />
      <InboxBar page={page} search={search} />
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
          <ChosenBar page={page} />
          <MessageList
            page={page}
            openId={page.conversations.headOf(openId)}
            head={
              page.layout === "right" ? null : <InboxColumns order={page.order} onOrder={page.setOrder} />
            }
            empty={<NoRows page={page} search={search} />}
          />
        </div>
        {openId === undefined && page.activeId !== undefined ? (
          <AnswerKeys
            key={page.activeId}
            messageId={page.activeId}
            summary={page.rows.find(({ messageId }) => messageId === page.activeId)}
          />
        ) : null}
        <ReadingPane
          openId={openId}
          summary={page.opened}
          marks={page.marks}
          labels={page.labels}
          newest={page.conversations.headOf(openId)}
          onArchive={page.marks.hasAll && page.opened ? page.archiveOpened : undefined}
          isEmpty={page.rows.length === 0}
          onBack={page.close}
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
