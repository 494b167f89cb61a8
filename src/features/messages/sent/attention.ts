import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

export type Delivery = SentMessageReply["deliveries"][number];

/** The caller's own by the name it was sent under; that of another, whose names are not the caller's, by its number. */
export const replyKeyOf = (letter: {
  readonly clientMessageId: string;
  readonly messageId?: number | undefined;
  readonly sentBy?: string | null | undefined;
}): string => (letter.sentBy ? `#${letter.messageId}` : letter.clientMessageId);

/** What a user marks as dealt with. Another failure of the same recipient is another matter. */
export function matterOf({ state, recipient }: Delivery): string {
  return `${state} ${recipient.toLowerCase()}`;
}

/** Whether it may be sent to them again: it did not arrive, or nobody knows. */
export function mayGoAgain({ state }: Delivery): boolean {
  return state === "not-delivered" || state === "not-confirmed" || state === "not-known";
}

/** What was marked as dealt with: at the service or, where it keeps no such marks, in this browser. */
export const attendedOf = (
  { attended = [] }: Pick<MessageEntry, "attended">,
  sent: Pick<SentMessageReply, "attended"> | undefined,
): readonly string[] => [...new Set([...attended, ...(sent?.attended ?? [])])];

export interface NeedyLetter {
  readonly entry: MessageEntry;
  /** Those that need it. Empty: the service never answered, so nothing is known. */
  readonly deliveries: readonly Delivery[];
  readonly isToSeveral: boolean;
  /** The service never answered, was asked since, and doesn't have it. */
  readonly isMissing: boolean;
}

/** `asked`: what the service answered about messages without an answer; undefined if it has not. */
export const isMissing = (
  entry: MessageEntry,
  asked: ReadonlyMap<string, SentMessageReply> | undefined,
): boolean => asked?.has(replyKeyOf(entry)) === false;

/** The messages that need attention, in the order given. Those sent again to a recipient no longer do for that one. */
export function needyLetters(
  entries: readonly MessageEntry[],
  known: ReadonlyMap<string, SentMessageReply> | undefined,
  asked?: ReadonlyMap<string, SentMessageReply>,
): NeedyLetter[] {
  const again = new Set(
    entries.flatMap(({ resendOf, state, to }) =>
      resendOf === undefined || state === "draft" || state === "refused"
        ? []
        : to.map((address) => `${resendOf} ${address.toLowerCase()}`),
    ),
  );
  // Those that the service has, sent from wherever.
  for (const entry of entries) {
    const resendOf = known?.get(replyKeyOf(entry))?.resendOf;
    if (typeof resendOf === "number")
      for (const address of entry.to) again.add(`${resendOf} ${address.toLowerCase()}`);
  }
  return entries.flatMap((entry): NeedyLetter[] => {
    if (entry.state === "unknown" && !entry.queued)
      return [{ entry, deliveries: [], isToSeveral: false, isMissing: isMissing(entry, asked) }];
    const sent = entry.state === "sent" ? known?.get(replyKeyOf(entry)) : undefined;
    const all = sent?.deliveries ?? [];
    const deliveries = all.filter(
      (delivery) =>
        mayGoAgain(delivery) &&
        !attendedOf(entry, sent).includes(matterOf(delivery)) &&
        !again.has(`${entry.id} ${delivery.recipient.toLowerCase()}`) &&
        !again.has(`${entry.messageId ?? ""} ${delivery.recipient.toLowerCase()}`),
    );
    return deliveries.length === 0
      ? []
      : [{ entry, deliveries, isToSeveral: all.length > 1, isMissing: false }];
  });
}

/** How soon the service may know more of them, in milliseconds; false: never. */
export function askAgainAfter(known: ReadonlyMap<string, SentMessageReply>): number | false {
  const open = [...known.values()].flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
  if (open.some((state) => state === "waiting" || state === "retrying")) return 10_000;
  return open.every((state) => state === "delivered" || state === "in-mailbox") ? false : 60_000;
}
