import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import { receivedWords } from "#room/features/messages/inbox/received-words.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { Delivery, NeedyLetter } from "./attention.ts";

export interface DeliveryWords {
  readonly tone: Tone;
  readonly words: string;
  readonly noticeId?: number;
  readonly advice?: string;
}

/** Worst first: a message with several recipients is labeled by the worst state. */
const states: Record<Delivery["state"], [tone: Tone, words: string, advice?: string]> = {
  "not-delivered": ["bad", "Not delivered", "Reach them another way, or send it again."],
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

/** What a provider that gives no code writes. */
const writtenReasons: readonly (readonly [words: RegExp, code: string])[] = [
  [/trust/i, "7.11"],
  [/certificate/i, "7.31"],
  [/not received .*notification|timed? ?out/i, "4.71"],
  [/quota|mailbox (?:is )?full/i, "2.2"],
  [/no such (?:user|mailbox|address|recipient)|(?:user|recipient) unknown|unknown user/i, "1.1"],
];

function codeOf({ status, reason }: Delivery): string | undefined {
  const [, subject = "", detail = ""] = (status ?? "").split(".");
  const written = writtenReasons.find(([words]) => words.test(reason ?? ""))?.[1];
  return [`${subject}.${detail}`, written, subject].find((code) => code !== undefined && code in reasons);
}

/** Whether sending it again may bring it twice. */
export function mayHaveArrived(delivery: Delivery): boolean {
  return delivery.state !== "not-delivered" || ["4.71", "4.72"].includes(codeOf(delivery) ?? "");
}

export function deliveryWords(delivery: Delivery): DeliveryWords {
  const { state, noticeMessageId, openedAt } = delivery;
  const [tone, usualWords, usual] = states[state];
  const words = openedAt ? `Opened ${receivedWords(openedAt)}` : usualWords;
  const advice = (state === "not-delivered" && reasons[codeOf(delivery) ?? ""]) || usual;
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

const among = ({ state }: Delivery) => (state === "not-delivered" ? " to" : ":");

/** One word for the whole message: its recipients' worst state. */
export function messageWords({ deliveries }: SentMessageReply): DeliveryWords {
  const [worst] = worstFirst(deliveries);
  if (!worst) return { tone: "ok", words: "Delivered" };
  const all = deliveryWords(worst);
  const count = deliveries.filter(({ state }) => state === worst.state).length;
  return deliveries.length > 1 && all.tone !== "ok"
    ? { ...all, words: `${all.words}${among(worst)} ${count} of ${deliveries.length}` }
    : all;
}

const missing = "The service doesn’t have it. Send it again: it can’t be delivered twice.";
const noAnswer =
  "No answer came back from the service. Ask the recipient whether it arrived before you send it again.";

/** What to do about the worst of it. */
export function adviceOn({ deliveries, isToSeveral, isMissing }: NeedyLetter): string {
  const [worst] = worstFirst(deliveries);
  if (!worst) return isMissing ? missing : noAnswer;
  const whose = isToSeveral ? `${worst.recipient}: ` : "";
  return `${whose}${deliveryWords(worst).advice ?? ""}`;
}
