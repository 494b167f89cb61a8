import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { FoundSummary } from "#room/contract/operations/message-search.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { receivedWords } from "#room/features/messages/inbox/received-words.ts";
import { senderName } from "#room/features/messages/inbox/sort-summaries.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./conversation.module.css";
import { useVisitLink } from "./use-visit-link.ts";

const LinkVisitDialog = lateDialog(async () => (await import("./link-visit-dialog.tsx")).LinkVisitDialog);

interface ConversationProps {
  readonly messageId: number;
  /** The newest message of it that was received: with another, it is read again. */
  readonly newest: number | undefined;
}

/** The other letters of the conversation, and the visits it is about. Nothing of a service that cannot tell. */
export function Conversation({ messageId, newest }: ConversationProps) {
  const [isLinking, setLinking] = useState(false);
  const canTell = useServiceConfig().extensions.includes("getConversation");
  const query = operationQuery("getConversation", { messageId });
  const { data, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, newest],
    enabled: canTell,
  });
  if (!canTell || !data) return null;
  const changed = () => void refetch();
  return (
    <section aria-label="Conversation" className={styles.conversation} data-print="hidden">
      <div className={`row ${styles.visits}`}>
        {data.visits.map((visit) => (
          <AboutVisit key={visit.visitId} messageId={messageId} visit={visit} onChanged={changed} />
        ))}
        <Button size="small" look="quiet" onClick={() => setLinking(true)}>
          Link to a visit
        </Button>
      </div>
      {data.summaries.length > 1 ? (
        <ol aria-label={`${data.summaries.length} messages`} className={styles.letters}>
          {data.summaries.map((letter) => (
            <Letter key={letter.messageId} letter={letter} isOpen={letter.messageId === messageId} />
          ))}
        </ol>
      ) : null}
      {isLinking ? (
        <LinkVisitDialog messageId={messageId} onClose={() => setLinking(false)} onLinked={changed} />
      ) : null}
    </section>
  );
}

function AboutVisit({
  messageId,
  visit,
  onChanged,
}: {
  readonly messageId: number;
  readonly visit: VisitRow;
  readonly onChanged: () => void;
}) {
  const link = useVisitLink(messageId, onChanged);
  const name = visit.name || shortGuid(visit.visitId);
  return (
    <span className={styles.visit}>
      About{" "}
      <Link to="/visits/$eventId" params={{ eventId: visit.eventId }}>
        visit {name}
      </Link>
      <Button
        size="small"
        look="quiet"
        aria-label={`Unlink visit ${name}`}
        isBusy={link.isPending}
        onClick={() => link.mutate({ visitId: visit.visitId, isRemoved: true })}
      >
        Unlink
      </Button>
    </span>
  );
}

function Letter({ letter, isOpen }: { readonly letter: FoundSummary; readonly isOpen: boolean }) {
  const { messageId, sentTo, sentBy } = letter;
  const own = useOwnMessages();
  const who = sentTo ? `${sentBy ?? "You"} to ${sentTo.join(", ")}` : senderName(letter.from);
  const words = (
    <>
      {letter.isRead === false ? <span className="visually-hidden">Unread, </span> : null}
      <b className={`clip ${styles.who}`}>{inWrittenOrder(who)}</b>{" "}
      <span className={`clip ${styles.first}`}>
        {inWrittenOrder(letter.preview ?? "") || shownSubject(letter.subject)}
      </span>{" "}
      <time>{receivedWords(letter.dateReceived)}</time>
    </>
  );
  const place = { className: styles.letter, "data-unread": letter.isRead === false || undefined };
  if (isOpen)
    return (
      <li>
        <span {...place} aria-current="true">
          {words}
        </span>
      </li>
    );
  if (!sentTo || sentBy)
    return (
      <li>
        <Link {...place} to="/messages/$messageId" params={{ messageId: String(messageId) }} search={true}>
          {words}
        </Link>
      </li>
    );
  const id = own.find((entry) => entry.messageId === messageId)?.id;
  return (
    <li>
      {id === undefined ? (
        <span {...place}>{words}</span>
      ) : (
        <Link {...place} to="/messages" search={{ folder: "sent", own: id }}>
          {words}
        </Link>
      )}
    </li>
  );
}
