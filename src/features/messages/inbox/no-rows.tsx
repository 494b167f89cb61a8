import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { serviceConfig } from "#room/api/service-config.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import styles from "#room/features/messages/messages-page.module.css";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import type { InboxPageState } from "./use-inbox-page.ts";

/** Whether the service searches whole messages. */
const hasWordSearch = () => serviceConfig().extensions.includes("searchMessages");

/** Shown in the list when it is empty: why, and what to do. */
export function NoRows({ page, search }: { page: InboxPageState; search: MessagesPageSearch }): ReactNode {
  const { inbox, text, isArchive } = page;
  const { show, mailbox } = search;
  const showAll = () => {
    page.setText("");
    page.list({ show: undefined, mailbox: undefined });
  };
  if (inbox.summaries === undefined) {
    return inbox.failure !== null ? null : (
      <p className={styles.loading}>
        <Spinner /> Loading your messages…
      </p>
    );
  }
  if (inbox.summaries.length === 0 && !isArchive) {
    return (
      <EmptyState title="No messages yet">
        Direct messages sent to you show up here automatically. <Link to="/messages/compose">Write one</Link>.
      </EmptyState>
    );
  }
  if (text === "" && show === undefined && mailbox === undefined) {
    return isArchive ? (
      <EmptyState title="Nothing archived">
        Archive a message with E, and it leaves the inbox and stays here.
      </EmptyState>
    ) : (
      <EmptyState title="Inbox is empty">Everything is archived.</EmptyState>
    );
  }
  const words =
    text === ""
      ? show === "unread"
        ? "No unread messages"
        : show === "attachments"
          ? "No messages with attachments"
          : "No messages in this mailbox"
      : "Nothing found";
  return (
    <EmptyState title={words} actions={<Button onClick={showAll}>Show all messages</Button>}>
      {text === ""
        ? null
        : hasWordSearch()
          ? "Search looks at senders, subjects, the text, names of attachments, labels, dates and sizes."
          : "Search looks at senders, subjects, labels, first lines, dates, sizes and attachments."}
    </EmptyState>
  );
}
