import type { Kysely } from "kysely";
import type { DeliveryState } from "#room/contract/operations/find-sent-messages.ts";
import { addressesOfAll } from "./address-owners.ts";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";

export interface DeliveryRecord {
  readonly recipient: string;
  readonly state: DeliveryState;
  /** The letter that told it. */
  readonly noticeId: number | undefined;
  /** RFC 3463: "5.1.1". */
  readonly status: string | undefined;
  /** Why it failed, in the words of the other side. */
  readonly reason: string | undefined;
  /** Since when it is so, in milliseconds since 1970; unknown of mail of earlier versions. */
  readonly at: number | undefined;
  /** When its recipient here first opened it, if they let senders know. */
  readonly openedAt?: number | undefined;
}

interface HereRow {
  readonly messageId: number;
  readonly recipient: string;
  readonly rank: number;
  readonly at: number;
  readonly openedAt: number | undefined;
}

const addressIn = (named: readonly string[], key: string) =>
  named.find((one) => foldName(one) === key) ?? key;

/** The mailboxes here that have them, by the addresses they were sent to. */
async function deliveriesHere(db: Kysely<Tables>, messageIds: readonly number[]) {
  const rows = await db
    .selectFrom("mailbox_entry")
    .innerJoin("message", "message.message_id", "mailbox_entry.message_id")
    .leftJoin("shared_letter as letter", "letter.message_id", "message.message_id")
    .innerJoin(addressesOfAll(db).as("user_address"), "user_address.user_id", "mailbox_entry.user_id")
    .select(["message.message_id", "message.to_list", "message.cc_list", "mailbox_entry.user_id"])
    .leftJoin("mailbox", "mailbox.user_id", "mailbox_entry.user_id")
    .select(["message.received_at", "mailbox_entry.opened_at", "mailbox.tells_opened"])
    .select([
      "user_address.address",
      "user_address.address_key",
      "user_address.position",
      "letter.address_key as shared_key",
    ])
    .where("mailbox_entry.message_id", "in", messageIds)
    .orderBy("mailbox_entry.user_id")
    .orderBy("user_address.position")
    .execute();
  const byMailbox = new Map<string, HereRow>();
  for (const row of rows) {
    const named = [...parseNames(row.to_list), ...parseNames(row.cc_list)];
    const isNamed = named.some((one) => foldName(one) === row.address_key);
    // Of several addresses the one it was written to; a hidden copy names none.
    const rank = isNamed ? 2 : Number(row.address_key === row.shared_key);
    const key = `${row.message_id} ${row.user_id}`;
    if (rank > (byMailbox.get(key)?.rank ?? -1))
      byMailbox.set(key, {
        messageId: row.message_id,
        // Who came to it by a shared address, and has it no longer, is none of the sender's business.
        recipient:
          rank === 0 && row.shared_key !== null
            ? addressIn(named, row.shared_key.replace(/ ended$/, ""))
            : row.address,
        rank,
        at: row.received_at,
        openedAt: row.tells_opened === 1 ? (row.opened_at ?? undefined) : undefined,
      });
  }
  // A shared address is one recipient, and opened when one of its people has.
  const found = new Map<string, HereRow>();
  for (const row of byMailbox.values()) {
    const key = `${row.messageId} ${row.recipient}`;
    const opened = [found.get(key)?.openedAt, row.openedAt].filter((at) => at !== undefined);
    found.set(key, { ...row, openedAt: opened.length === 0 ? undefined : Math.min(...opened) });
  }
  return [...found.values()];
}

/** By when an answer is missed. */
export interface AnswerTime {
  readonly now: number;
  /** Milliseconds. */
  readonly answerWithin: number;
}

type MailRow = Pick<
  Tables["outgoing_mail"],
  | "state"
  | "attempts"
  | "may_have_arrived"
  | "sent_at"
  | "queued_at"
  | "is_asked"
  | "last_error"
  | "notice_id"
> & { readonly given_up_at: number | null };
type NoticeRow = Tables["delivery_notice"];

const statusIn = (text: string | null) => /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text ?? "")?.[0];

/** A delivery outweighs every failure, whichever came first. */
function outcomeOf(mail: MailRow, notices: readonly NoticeRow[], { now, answerWithin }: AnswerTime) {
  const of = (kind: NoticeRow["kind"]) => notices.find((notice) => notice.kind === kind);
  const told = (state: DeliveryState, notice: NoticeRow | undefined) => ({
    state,
    noticeId: notice?.message_id ?? undefined,
    status: notice?.status ?? undefined,
    reason: notice?.reason ?? undefined,
    at: notice?.told_at ?? mail.sent_at ?? undefined,
  });
  if (of("delivered")) return told("delivered", of("delivered"));
  if (of("failed")) return told("not-delivered", of("failed"));
  if (of("processed")) return told("processed", of("processed"));
  const own = (state: DeliveryState) => {
    const reason = mail.last_error ?? undefined;
    const at = (mail.state === "failed" ? mail.given_up_at : mail.queued_at) ?? undefined;
    return { state, noticeId: mail.notice_id ?? undefined, status: statusIn(mail.last_error), reason, at };
  };
  if (mail.state === "failed") return own(mail.may_have_arrived === 1 ? "not-confirmed" : "not-delivered");
  if (mail.state === "waiting") return own(mail.attempts > 0 ? "retrying" : "waiting");
  const isLate = mail.is_asked === 1 && mail.sent_at !== null && now - mail.sent_at >= answerWithin;
  const last = told(isLate ? "not-known" : "handed-over", of("delayed"));
  return isLate ? { ...last, at: (mail.sent_at ?? 0) + answerWithin } : last;
}

export async function deliveriesOf(
  db: Kysely<Tables>,
  ids: readonly number[],
  time: AnswerTime,
): Promise<Map<number, DeliveryRecord[]>> {
  const all = new Map<number, DeliveryRecord[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return all;
  const mails = await db
    .selectFrom("outgoing_mail")
    .leftJoin("message as notice", "notice.message_id", "outgoing_mail.notice_id")
    .selectAll("outgoing_mail")
    .select("notice.received_at as given_up_at")
    .where("outgoing_mail.message_id", "in", ids)
    .orderBy("outgoing_mail.outgoing_id")
    .execute();
  const notices = await db
    .selectFrom("delivery_notice")
    .innerJoin("outgoing_mail", "outgoing_mail.outgoing_id", "delivery_notice.outgoing_id")
    .selectAll("delivery_notice")
    .where("outgoing_mail.message_id", "in", ids)
    .execute();
  for (const mail of mails) {
    const told = notices.filter((notice) => notice.outgoing_id === mail.outgoing_id);
    all.get(mail.message_id)?.push({ recipient: mail.recipient, ...outcomeOf(mail, told, time) });
  }
  for (const { messageId, recipient, at, openedAt } of await deliveriesHere(db, ids))
    all.get(messageId)?.push({
      recipient,
      state: "in-mailbox",
      noticeId: undefined,
      status: undefined,
      reason: undefined,
      at,
      openedAt,
    });
  return all;
}
