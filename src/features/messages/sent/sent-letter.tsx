import { Link } from "@tanstack/react-router";
import { formatToMinute } from "#room/ui/formats.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { deliveryWords, isUnderWay } from "./delivery-words.ts";
import styles from "./sent-letter.module.css";
import { useSentAnswers } from "./use-sent-answers.ts";

/** A message the service accepted: what is known of its delivery, and no more. */
export function SentLetter({ entry }: { entry: MessageEntry }) {
  const { known } = useSentAnswers([entry], (all) => [...all.values()].some(isUnderWay));
  const sent = known?.get(entry.clientMessageId);
  const day = entry.sentAt ? ` on ${formatToMinute(entry.sentAt)}` : "";
  if (entry.settlement?.arrived && entry.settlement.by === "person" && !sent)
    return (
      <Banner tone="ok" title="Arrived">
        The service didn’t answer when you sent it{day}. You marked it as arrived.
      </Banner>
    );
  return (
    <Banner tone="ok" title="Sent">
      The service accepted it{day}.{" "}
      {sent === undefined ? (
        "This service doesn’t say whether it was delivered."
      ) : sent.deliveries.length === 0 ? (
        "It is in the recipients’ mailboxes."
      ) : (
        <ul className={styles.deliveries} aria-label="Delivery">
          {sent.deliveries.map((delivery) => {
            const { tone, words, noticeId } = deliveryWords(delivery);
            return (
              <li key={delivery.recipient}>
                <StateBadge tone={tone}>{words}</StateBadge> {delivery.recipient}{" "}
                {noticeId === undefined ? null : (
                  <Link to="/messages/$messageId" params={{ messageId: String(noticeId) }}>
                    Read the notice
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Banner>
  );
}
