import { getRouteApi, useMatch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useCommands } from "#room/ui/commands.ts";
import { PageHeader } from "#room/ui/page-header.tsx";
import { ComposeLink } from "./compose-link.tsx";
import { Folders } from "./inbox/folders.tsx";
import { AttentionFilter } from "./sent/attention-filter.tsx";
import { FoundWords } from "./inbox/found-words.tsx";
import { SearchBox } from "./inbox/search-box.tsx";
import { useFoundByWords } from "./inbox/use-found-by-words.ts";
import { useSearchedOwn } from "./own/use-searched-own.ts";
import { InboxPage } from "./inbox/inbox-page.tsx";
import styles from "./messages-page.module.css";
import { OwnMessageList } from "./own/own-message-list.tsx";

const route = getRouteApi("/console/messages");

export function MessagesPage() {
  const search = route.useSearch();
  const opened = useMatch({ from: "/console/messages/$messageId", shouldThrow: false });
  const messageId = opened?.params.messageId ?? "";
  const openId = /^\d{1,15}$/.test(messageId) ? Number(messageId) : undefined;
  const { folder } = search;
  // Never in the address: it may name a patient.
  const [text, setText] = useState("");
  return folder === undefined || folder === "archive" || openId !== undefined ? (
    <InboxPage search={search} openId={openId} text={text} onText={setText} />
  ) : (
    <OwnPage
      folder={folder}
      own={search.own}
      isNeedy={search.needs === "attention"}
      text={text}
      onText={setText}
    />
  );
}

interface OwnPageProps {
  readonly folder: "drafts" | "sent";
  readonly own: string | undefined;
  readonly isNeedy: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function OwnPage({ folder, own, isNeedy, text, onText }: OwnPageProps) {
  const box = useRef<HTMLInputElement>(null);
  const found = useFoundByWords(folder === "sent" ? text : "");
  const entries = useSearchedOwn({ folder, text, found });
  const toSearch = () => box.current?.focus();
  useCommands([
    { id: "messages.search", title: "Search messages", keys: "/", group: "Messages", run: toSearch },
  ]);
  return (
    <div className={`column ${styles.page}`}>
      <PageHeader
        title="Messages"
        actions={
          <>
            <SearchBox box={box} text={text} onText={onText} onDown={() => undefined} />
            <ComposeLink />
          </>
        }
      />
      <div className={`row ${styles.bar}`}>
        <Folders folder={folder} unread={undefined} />
        {folder === "sent" && text !== "" ? (
          <FoundWords count={entries.length} found={found} folder="sent" />
        ) : null}
        {folder === "sent" ? <AttentionFilter isOn={isNeedy} /> : null}
      </div>
      <OwnMessageList
        folder={folder}
        openId={own}
        isNeedy={isNeedy && folder === "sent"}
        entries={entries}
        isSearched={text.trim() !== ""}
      />
    </div>
  );
}
