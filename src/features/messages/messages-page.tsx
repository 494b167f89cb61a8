import { getRouteApi, useMatch } from "@tanstack/react-router";
import { PageHeader } from "#room/ui/page-header.tsx";
import { ComposeLink } from "./compose-link.tsx";
import { Folders } from "./inbox/folders.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import styles from "./messages-page.module.css";
import { OwnMessageList } from "./own/own-message-list.tsx";

const route = getRouteApi("/console/messages");

/** The inbox with its reading pane; Drafts and Sent next to it. */
export function MessagesPage() {
  const search = route.useSearch();
  const opened = useMatch({ from: "/console/messages/$messageId", shouldThrow: false });
  const messageId = opened?.params.messageId ?? "";
  const openId = /^\d{1,15}$/.test(messageId) ? Number(messageId) : undefined;
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
