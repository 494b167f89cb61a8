import type { ExpressionBuilder, Kysely } from "kysely";
import type { KeyedEngine } from "./engine.ts";
import { deliveriesHere } from "./deliveries-here.ts";
import { addressesOf } from "./shared-letters.ts";
import { openedPreview, openedSubject } from "./mailboxes.ts";
import type { Tables } from "./tables.ts";
import { foldName } from "./storable-text.ts";
import { parseNames } from "./user-repository.ts";

/**
 * Of one recipient. `in-mailbox`: here; `processed`: their provider has it; `not-known`: no answer in time;
 * `not-confirmed`: given up, though an attempt may have arrived.
 */
export type DeliveryState =
  | "in-mailbox"
  | "waiting"
  | "retrying"
  | "handed-over"
  | "processed"
  | "delivered"
  | "not-known"
  | "not-delivered"
  | "not-confirmed";

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

export interface SentRecord {
  readonly clientId: string;
  readonly messageId: number;
  readonly deliveries: readonly DeliveryRecord[];
  /** The failed deliveries that need nothing more, in the words of who attended to them. */
  readonly attended: readonly string[];
  readonly resendOf: number | undefined;
  /** Who else sent it, from an address that the user shares. */
  readonly sentBy: string | undefined;
}

export interface ListedSent extends SentRecord {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly preview: string | undefined;
  readonly attachmentCount: number;
  readonly sentAt: number;
}

export interface SentPage {
  readonly since: number;
  readonly before?: number | undefined;
  readonly limit: number;
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

async function deliveriesOf(
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

/** Whether a user sent it, or somebody from an address that the user shares. */
export const isSentFor =
  (userId: number) =>
  ({ or, eb, selectFrom }: ExpressionBuilder<Tables, "sent_message">) =>
    or([
      eb("sent_message.user_id", "=", userId),
      eb(
        "sent_message.shared_from",
        "in",
        selectFrom("shared_address").select("address_key").where("shared_address.user_id", "=", userId),
      ),
    ]);

export function createSentMessages({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  const named = () =>
    db
      .selectFrom("sent_message")
      .innerJoin("message", "message.message_id", "sent_message.message_id")
      .innerJoin("app_user", "app_user.user_id", "sent_message.user_id")
      .select(["sent_message.client_id", "sent_message.attended", "sent_message.resend_of"])
      .select(["message.message_id", "sent_message.user_id", "app_user.name", "sent_message.bcc_list"]);
  const recordOf = (
    userId: number,
    deliveries: ReadonlyMap<number, DeliveryRecord[]>,
    row: Awaited<ReturnType<ReturnType<typeof named>["execute"]>>[number],
  ): SentRecord => {
    const own = deliveries.get(row.message_id) ?? [];
    const isOther = row.user_id !== userId;
    const hidden = new Set(isOther ? parseNames(row.bcc_list).map(foldName) : []);
    // Hidden copies are their sender's alone, and a notice is in their mailbox.
    const told = own.flatMap((one) =>
      hidden.has(foldName(one.recipient)) ? [] : { ...one, noticeId: undefined },
    );
    return {
      clientId: row.client_id,
      messageId: row.message_id,
      deliveries: isOther ? told : own,
      attended: parseNames(row.attended),
      resendOf: row.resend_of ?? undefined,
      sentBy: isOther ? row.name : undefined,
    };
  };
  return {
    async find(userId: number, clientIds: readonly string[], time: AnswerTime): Promise<SentRecord[]> {
      if (clientIds.length === 0) return [];
      const known = await named()
        .where("sent_message.client_id", "in", clientIds)
        .where(isSentFor(userId))
        .execute();
      const deliveries = await deliveriesOf(
        db,
        known.map(({ message_id }) => message_id),
        time,
      );
      return known.map((row) => recordOf(userId, deliveries, row));
    },
    /** Which failed deliveries need nothing more; false if it is not the user's to say. */
    async attend(userId: number, messageId: number, attended: readonly string[]): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("sent_message")
        .set({ attended: JSON.stringify(attended) })
        .where("message_id", "=", messageId)
        .where(isSentFor(userId))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async deliveries(
      userId: number,
      messageId: number,
      time: AnswerTime,
    ): Promise<readonly DeliveryRecord[] | undefined> {
      const own = await named()
        .where("message.message_id", "=", messageId)
        .where(isSentFor(userId))
        .executeTakeFirst();
      return own && recordOf(userId, await deliveriesOf(db, [messageId], time), own).deliveries;
    },
    async list(
      userId: number,
      { since, before = Number.MAX_SAFE_INTEGER, limit }: SentPage,
      time: AnswerTime,
    ): Promise<ListedSent[]> {
      const page = named()
        .select(["message.subject", "message.preview", "message.to_list", "message.cc_list"])
        .select(["message.attachment_count", "sent_message.sent_at"])
        .where("sent_message.message_id", ">", since)
        .where("sent_message.message_id", "<", before)
        .orderBy("sent_message.message_id", "desc")
        .limit(limit);
      // Each by an index of its own, which has them in order.
      const own = await page.where("sent_message.user_id", "=", userId).execute();
      const others = await page
        .where("sent_message.shared_from", "in", addressesOf(db, { userId }))
        .where("sent_message.user_id", "!=", userId)
        .execute();
      const rows = [...own, ...others].toSorted((a, b) => b.message_id - a.message_id).slice(0, limit);
      const deliveries = await deliveriesOf(
        db,
        rows.map(({ message_id }) => message_id),
        time,
      );
      return Promise.all(
        rows.map(async (row) => ({
          ...recordOf(userId, deliveries, row),
          to: parseNames(row.to_list),
          cc: parseNames(row.cc_list),
          bcc: row.user_id === userId ? parseNames(row.bcc_list) : [],
          subject: await openedSubject(vault, row.message_id, row.subject),
          preview: await openedPreview(vault, row.message_id, row.preview),
          attachmentCount: row.attachment_count,
          sentAt: row.sent_at ?? 0,
        })),
      );
    },
  };
}
