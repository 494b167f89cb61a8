import { useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useWorkspace, useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { useState } from "react";
import { formatCount, formatToMinute } from "#room/ui/formats.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import {
  askAgainAfter,
  attendedOf,
  type Delivery,
  matterOf,
  mayGoAgain,
  needyLetters,
  replyKeyOf,
} from "./attention.ts";
import { DeliveryLine } from "./delivery-line.tsx";
import { messageWords, worstFirst } from "./delivery-words.ts";
import styles from "./sent-letter.module.css";
import { useSentAnswers } from "./use-sent-answers.ts";

const SendAgain = lateDialog(async () => (await import("./send-again.tsx")).SendAgain);

/** Marks failed deliveries of a sent message as dealt with, at the service if it keeps that. Each can be undone. */
function useAttend({ id, messageId, attended }: MessageEntry) {
  const { messages } = useWorkspace();
  const client = useQueryClient();
  const attend = async (matters: readonly string[]) => {
    if (messageId === undefined || !serviceConfig().extensions.includes("attendSentMessage"))
      return messages.attend(id, matters);
    await callOperation("attendSentMessage", { messageId, attended: [...matters] });
    // What this browser alone knew is at the service now.
    if (attended) await messages.attend(id, []);
    return client.invalidateQueries({ queryKey: ["findSentMessages"] });
  };
  const mark = (matters: readonly string[], title: string, before?: readonly string[]): Promise<unknown> =>
    attend(matters).then(
      () =>
        toast({
          title,
          ...(before && { action: { label: "Undo", run: () => void mark(before, "On the list again") } }),
        }),
      (error: unknown) =>
        toast({ title: "It wasn’t saved", detail: describeFailure(error).detail, tone: "bad" }),
    );
  return mark;
}

/** More are shown on demand, so that the letter below stays near. */
const mostLines = 20;

function DeliveryLines({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const [hasAll, setHasAll] = useState(deliveries.length <= mostLines);
  const shown = hasAll ? deliveries : deliveries.slice(0, mostLines);
  return (
    <>
      <ul className={styles.deliveries} aria-label="Delivery">
        {shown.map((delivery) => (
          <li key={delivery.recipient}>
            <DeliveryLine delivery={delivery} />
          </li>
        ))}
      </ul>
      {shown.length < deliveries.length ? (
        <Button size="small" onClick={() => setHasAll(true)}>
          Show all {formatCount(deliveries.length)} recipients
        </Button>
      ) : null}
    </>
  );
}

/** A message the service accepted: what is known of its delivery, and no more. */
export function SentLetter({ entry }: { entry: MessageEntry }) {
  const { known } = useSentAnswers([entry], askAgainAfter);
  const mark = useAttend(entry);
  const [isAsking, setAsking] = useState(false);
  const own = useOwnMessages();
  const sent = known?.get(replyKeyOf(entry));
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
        {sent === undefined
          ? "This service doesn’t say whether it was delivered."
          : deliveries.length === 0
            ? "It is in the recipients’ mailboxes."
            : null}
      </Banner>
      {deliveries.length > 0 ? <DeliveryLines deliveries={deliveries} /> : null}
      {isAsking ? <SendAgain entry={entry} deliveries={deliveries} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
