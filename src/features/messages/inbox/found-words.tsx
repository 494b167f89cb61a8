import { Link } from "@tanstack/react-router";
import styles from "#room/features/messages/messages-page.module.css";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { FoundByWords } from "./use-found-by-words.ts";

type Folder = "inbox" | "archive" | "sent";

const names: Record<Folder, string> = { inbox: "Inbox", archive: "Archive", sent: "Sent" };
const folders = ["inbox", "archive", "sent"] as const;

interface FoundWordsProps {
  readonly count: number;
  readonly found: FoundByWords;
  readonly folder: Folder;
}

function folderOf({ sentTo, isArchived }: NonNullable<FoundByWords["messages"]>[number]): Folder {
  if (sentTo) return "sent";
  return isArchived === true ? "archive" : "inbox";
}

/** How many were found, here and in the other folders, and how far was looked. */
export function FoundWords({ count, found, folder }: FoundWordsProps) {
  const { messages = [], isLooking, hasFailed, isComplete, more } = found;
  const elsewhere = folders.flatMap((one) => {
    const number = messages.filter((message) => folderOf(message) === one).length;
    return one === folder || number === 0 ? [] : [{ one, number }];
  });
  return (
    <span className={styles.checked}>
      <span role="status">
        {formatCount(count)} found
        {isLooking ? ", searching the text…" : ""}
        {hasFailed ? ", without the text of the messages" : ""}
        {isComplete ? "" : ", older messages are still being prepared"}
      </span>
      {elsewhere.map(({ one, number }) => (
        <span key={one}>
          {" · "}
          <Link to="/messages" search={one === "inbox" ? {} : { folder: one }}>
            {formatCount(number)}
            {more ? "+" : ""} in {names[one]}
          </Link>
        </span>
      ))}
      {more ? (
        <>
          {" "}
          <Button look="quiet" size="small" onClick={more}>
            Search older
          </Button>
        </>
      ) : null}
    </span>
  );
}
