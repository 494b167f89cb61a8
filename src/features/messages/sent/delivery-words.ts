import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import { receivedWords } from "#room/features/messages/inbox/received-words.ts";
import type { Tone } from "#room/ui/state-badge.tsx";

type Delivery = SentMessageReply["deliveries"][number];

export interface DeliveryWords {
  readonly tone: Tone;
  readonly words: string;
  readonly noticeId?: number;
  readonly advice?: string;
}

/** Worst first: a message with several recipients is labeled by the worst state. */
const states: Record<Delivery["state"], [tone: Tone, words: string, advice?: string]> = {
  "not-delivered": ["bad", "Not delivered"],
  "not-confirmed": ["ask", "Not confirmed", "It may have arrived. Ask them before you send it again."],
  "not-known": [
    "ask",
    "Not known",
    "Their provider didn’t answer in time. It may have arrived: ask them before you send it again.",
  ],
  retrying: ["warn", "Being tried again"],
  waiting: ["accent", "Waiting"],
  "handed-over": ["ok", "Handed over"],
  processed: ["ok", "Taken by their provider"],
  "in-mailbox": ["ok", "In the mailbox"],
  delivered: ["ok", "Delivered"],
};
const order = Object.keys(states);

/** By the end of the status code (RFC 3463), the longest that fits. */
const reasons: Readonly<Record<string, string>> = {
  "1.1": "There is no such address. Check it, or reach them another way.",
  "1.2": "Their domain can’t receive mail. Check the address.",
  "1.10": "There is no such address. Check it, or reach them another way.",
  "2.1": "Their mailbox is closed. Reach them another way.",
  "2.2": "Their mailbox is full. Reach them another way, or send it later.",
  "2.3": "It is too large for their mailbox. Send fewer or smaller files.",
  "3.4": "It is too large for their mail service. Send fewer or smaller files.",
  "4.1": "Their mail service doesn’t answer. Reach them another way, or send it later.",
  "4.4": "Their domain can’t be found. Check the address.",
  "4.7": "It couldn’t be delivered in time. Reach them another way, or send it later.",
  "4.71": "Their provider didn’t answer in time. Ask them before you send it again.",
  "4.72": "Their provider took it, and didn’t say that it was delivered. Ask them before you send it again.",
  "7": "Their mail service refused it. Ask your administrator.",
  "7.11": "Their provider and ours don’t trust each other. Ask your administrator.",
  "7.31": "No certificate was found for their address. Check it, or ask their office.",
};

function reasonOf({ status }: Delivery): string | undefined {
  const [, subject = "", detail = ""] = (status ?? "").split(".");
  return reasons[`${subject}.${detail}`] ?? reasons[subject];
}

export function deliveryWords(delivery: Delivery): DeliveryWords {
  const { state, noticeMessageId, openedAt } = delivery;
  const [tone, usualWords, usual] = states[state];
  const words = openedAt ? `Opened ${receivedWords(openedAt)}` : usualWords;
  const advice = state === "not-delivered" ? reasonOf(delivery) : usual;
  return {
    tone,
    words,
    ...(advice !== undefined && { advice }),
    ...(typeof noticeMessageId === "number" && { noticeId: noticeMessageId }),
  };
}

export function worstFirst(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** One word for the whole message: its recipients' worst state. */
export function messageWords({ deliveries }: SentMessageReply): DeliveryWords {
  const [worst] = worstFirst(deliveries);
  if (!worst) return { tone: "ok", words: "Delivered" };
  const all = deliveryWords(worst);
  const count = deliveries.filter(({ state }) => state === worst.state).length;
  return deliveries.length > 1 && all.tone !== "ok"
    ? { ...all, words: `${all.words} to ${count} of ${deliveries.length}` }
    : all;
}

/** How soon the service may know more of them, in milliseconds; false: never. */
export function askAgainAfter(known: ReadonlyMap<string, SentMessageReply>): number | false {
  const open = [...known.values()].flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
  if (open.some((state) => state === "waiting" || state === "retrying")) return 10_000;
  return open.every((state) => state === "delivered" || state === "in-mailbox") ? false : 60_000;
}
