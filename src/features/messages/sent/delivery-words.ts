import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { Tone } from "#room/ui/state-badge.tsx";

type Delivery = SentMessageReply["deliveries"][number];

export interface DeliveryWords {
  readonly tone: Tone;
  readonly words: string;
  /** The message that reports the failure. */
  readonly noticeId?: number;
}

const states: Record<Delivery["state"], [tone: Tone, words: string]> = {
  "not-delivered": ["bad", "Not delivered"],
  "not-confirmed": ["ask", "Not confirmed"],
  retrying: ["warn", "Being tried again"],
  waiting: ["accent", "Waiting"],
  "handed-over": ["ok", "Handed over"],
};

/** Worst first: a message with several recipients is labeled by the worst state. */
const order = Object.keys(states);

export function deliveryWords({ state, noticeMessageId }: Delivery): DeliveryWords {
  const [tone, words] = states[state];
  return { tone, words, ...(typeof noticeMessageId === "number" && { noticeId: noticeMessageId }) };
}

/** One word for the whole message: its recipients' worst state. If all are on this server, it is in their mailboxes. */
export function messageWords({ deliveries }: SentMessageReply): DeliveryWords {
  const [worst] = deliveries.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  if (!worst) return { tone: "ok", words: "Delivered" };
  const all = deliveryWords(worst);
  const count = deliveries.filter(({ state }) => state === worst.state).length;
  return deliveries.length > 1 && worst.state !== "handed-over"
    ? { ...all, words: `${all.words} to ${count} of ${deliveries.length}` }
    : all;
}

/** Whether the service will learn more about it later. */
export function isUnderWay({ deliveries }: SentMessageReply): boolean {
  return deliveries.some(({ state }) => state === "waiting" || state === "retrying");
}
