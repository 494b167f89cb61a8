import { useState } from "react";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { attendedOf, matterOf, mayGoAgain, needyLetters } from "./attention.ts";
import { DeliveryLine } from "./delivery-line.tsx";
import { askAgainAfter, messageWords, worstFirst } from "./delivery-words.ts";
import { SendAgain } from "./send-again.tsx";
import styles from "./sent-letter.module.css";
import { useAttend } from "./use-attend.ts";
import { useSentAnswers } from "./use-sent-answers.ts";

/** A message the service accepted: what is known of its delivery, and no more. */
export function SentLetter({ entry }: { entry: MessageEntry }) {
  const { known } = useSentAnswers([entry], askAgainAfter);
  const mark = useAttend(entry);
  const [isAsking, setAsking] = useState(false);
  const own = useOwnMessages();
  const sent = known?.get(entry.clientMessageId);
  const day = entry.sentAt ? ` on ${formatToMinute(entry.sentAt)}` : "";
  if (entry.settlement?.arrived && entry.settlement.by === "person" && !sent)
    return (
      <Banner tone="ok" title="Arrived">
        The service didn’t answer when you sent it{day}. You marked it as arrived.
      </Banner>
    );
  const worst = sent && messageWords(sent);
  const isWell = worst === undefined || worst.tone === "ok" || worst.tone === "accent";
  const deliveries = worstFirst(sent?.deliveries ?? []);
  const needy = needyLetters(own, known).find((one) => one.entry.id === entry.id);
  const finish = () => {
    const before = attendedOf(entry, sent);
    const matters = (needy?.deliveries ?? []).map((delivery) => matterOf(delivery));
    return mark([...before, ...matters], "Taken off the list", before);
  };
  return (
    <>
      <Banner
        tone={isWell ? "ok" : worst.tone}
        title={isWell ? "Sent" : worst.words}
        isFailure={false}
        actions={
          deliveries.some((delivery) => mayGoAgain(delivery)) ? (
            <>
              <Button onClick={() => setAsking(true)}>Send again…</Button>
              {needy ? <Button onClick={() => void finish()}>No action needed</Button> : null}
            </>
          ) : null
        }
      >
        The service accepted it{day}.{" "}
        {sent === undefined ? (
          "This service doesn’t say whether it was delivered."
        ) : deliveries.length === 0 ? (
          "It is in the recipients’ mailboxes."
        ) : (
          <ul className={styles.deliveries} aria-label="Delivery">
            {deliveries.map((delivery) => (
              <li key={delivery.recipient}>
                <DeliveryLine delivery={delivery} />
              </li>
            ))}
          </ul>
        )}
      </Banner>
      {isAsking ? <SendAgain entry={entry} deliveries={deliveries} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
