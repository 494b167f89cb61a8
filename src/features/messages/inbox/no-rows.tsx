import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import styles from "#room/features/messages/messages-page.module.css";
import type { Show } from "./use-visible-rows.ts";

interface NoRowsProps {
  isLoaded: boolean;
  hasFailed: boolean;
  total: number;
  text: string;
  show: Show;
  onAll(): void;
}

/** Shown in the list when it is empty: why, and what to do. */
export function NoRows({ isLoaded, hasFailed, total, text, show, onAll }: NoRowsProps): ReactNode {
  if (!isLoaded) {
    return hasFailed ? null : (
      <p className={styles.loading}>
        <Spinner /> Loading your messages…
      </p>
    );
  }
  if (total === 0) {
    return (
      <EmptyState title="No messages yet">
        Direct messages sent to you show up here automatically. <Link to="/messages/compose">Write one</Link>.
      </EmptyState>
    );
  }
  const words =
    text === ""
      ? show === "unread"
        ? "No unread messages"
        : "No messages with attachments"
      : "Nothing found";
  return (
    <EmptyState title={words} actions={<Button onClick={onAll}>Show all messages</Button>}>
      {text === ""
        ? null
        : "Search looks at senders, subjects, dates, sizes and attachments, not at the text of messages."}
    </EmptyState>
  );
}
